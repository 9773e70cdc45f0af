"""Starts a command that ends with its parent: ``python -I -S leash.py PARENT_PID COMMAND [ARGUMENT...]``.

On Linux the kernel kills the command when the thread that started it ends, even by kill -9. The setting
survives exec, so nothing of this script stays. Standard library only, to start in milliseconds.
"""

import os
import signal
import sys


def main() -> None:
    parent = int(sys.argv[1])
    if sys.platform == "linux":
        import ctypes

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the line above
        sys.exit(1)
    try:
        os.execv(sys.argv[2], sys.argv[2:])
    except OSError as e:
        sys.exit(f"{sys.argv[2]}: {e.strerror}")


if __name__ == "__main__":
    main()
