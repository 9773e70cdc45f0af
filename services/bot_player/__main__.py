from bot_player.service import main

# Worker processes import this module too.
if __name__ == "__main__":
    main()
