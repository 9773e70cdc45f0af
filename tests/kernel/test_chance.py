"""Chance: the documented generator, checked against a second implementation, and the test doubles."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.chance import Chance, Draw, Recorded, Scripted, Seeded
from rulekit.errors import ChanceError

SEED = bytes(range(32))

# What the documented algorithm gives for this seed: the first draws of stream 0, then one of stream 2.
VECTORS = {
    "words": [3118923454, 1998854493, 2118248453],
    "d6": [5, 4, 6, 3, 5, 1, 2, 2, 1, 4],
    "d20": [3, 11, 14, 2, 3, 6, 14, 18, 16, 4, 17, 13, 11, 20, 15, 14, 20, 11, 20, 10],
    "deck": [2, 8, 1, 4, 3, 9, 6, 7, 5, 0],
    "pool": [11, 33, 22],
    "stream 2": [6, 2, 6, 2, 3],
}


# --- the algorithm of the module's docstring, written again


def words(seed: bytes, stream: int, draw: int) -> Iterator[int]:
    block = 0
    while True:
        message = stream.to_bytes(4, "little") + draw.to_bytes(8, "little") + block.to_bytes(4, "little")
        digest = hashlib.blake2b(message, key=seed, digest_size=64).digest()
        for at in range(0, 64, 4):
            yield int.from_bytes(digest[at : at + 4], "little")
        block += 1


def below(source: Iterator[int], n: int) -> int:
    while True:
        word = next(source)
        if word < 2**32 // n * n:
            return word % n


def dice(seed: bytes, stream: int, draw: int, n: int, sides: int) -> list[int]:
    source = words(seed, stream, draw)
    return [1 + below(source, sides) for _ in range(n)]


def taken(seed: bytes, stream: int, draw: int, pool: list[int], k: int) -> list[int]:
    source = words(seed, stream, draw)
    left = list(pool)
    out = []
    for _ in range(k):
        out.append(left[(at := below(source, len(left)))])
        left = left[:at] + left[at + 1 :]
    return out


def shuffled(seed: bytes, stream: int, draw: int, ids: list[int]) -> list[int]:
    source = words(seed, stream, draw)
    out = list(ids)
    for i in range(len(out) - 1, 0, -1):
        j = below(source, i + 1)
        out[i], out[j] = out[j], out[i]
    return out


seeds = st.binary(min_size=32, max_size=32)
asks = st.lists(
    st.tuples(st.sampled_from(["roll", "draw", "shuffle", "below"]), st.integers(0, 3), st.integers(1, 60)), max_size=12
)


@given(seeds, asks)
def test_generator_is_the_documented_one(seed: bytes, questions: list[tuple[str, int, int]]) -> None:
    chance = Seeded(seed)
    used = [0, 0, 0, 0]
    for what, stream, n in questions:
        number = used[stream]
        used[stream] += 1
        pool = list(range(100, 100 + n))
        if what == "roll":
            assert chance.roll("x", n, 6, stream) == dice(seed, stream, number, n, 6)
        elif what == "draw":
            assert chance.draw("x", pool, n // 2, stream) == taken(seed, stream, number, pool, n // 2)
        elif what == "shuffle":
            assert chance.shuffle("x", pool, stream) == shuffled(seed, stream, number, pool)
        else:
            assert chance.below(n, stream) == below(words(seed, stream, number), n)
    assert chance.counts == used[: len(chance.counts)]
    assert not any(used[len(chance.counts) :])


def test_fixed_vectors() -> None:
    chance = Seeded(SEED)
    assert chance.roll("d6", 10, 6) == VECTORS["d6"]
    assert chance.roll("d20", 20, 20) == VECTORS["d20"]
    assert chance.shuffle("deck", list(range(10))) == VECTORS["deck"]
    assert chance.draw("pool", [11, 22, 33, 44, 55], 3) == VECTORS["pool"]
    assert chance.roll("other stream", 5, 6, stream=2) == VECTORS["stream 2"]
    assert chance.counts == [4, 0, 1]
    assert list(zip(range(3), words(SEED, 0, 0), strict=False)) == list(enumerate(VECTORS["words"]))


def test_numbers_are_unbiased_by_rejection() -> None:
    """For n just above 2**31 nearly half of all words are refused; taking them modulo n would favour small numbers."""
    n = 2**31 + 1
    rejected = 0
    for draw in range(200):
        source = words(SEED, 0, draw)
        first = next(source)
        chance = Seeded(SEED, [draw])
        value = chance.below(n)
        if first >= n:
            rejected += 1
            assert value == below(source, n)
            assert value != first % n
        else:
            assert value == first
    assert 60 < rejected < 140


def test_a_roll_goes_on_into_the_next_block() -> None:
    rolled = Seeded(SEED).roll("many", 100, 6)
    assert rolled == dice(SEED, 0, 0, 100, 6)
    assert rolled[:16] != rolled[16:32]


def test_dice_and_orders_are_even() -> None:
    chance = Seeded(SEED)
    faces = Counter(chance.roll("d6", 12_000, 6))
    assert all(1850 < faces[f] < 2150 for f in range(1, 7))
    orders = Counter(tuple(chance.shuffle("abc", [1, 2, 3])) for _ in range(6_000))
    assert len(orders) == 6
    assert all(880 < n < 1120 for n in orders.values())
    firsts = Counter(chance.draw("pool", [1, 2, 3, 4], 1)[0] for _ in range(4_000))
    assert all(890 < firsts[v] < 1110 for v in (1, 2, 3, 4))


def test_a_draw_depends_on_stream_and_number_alone() -> None:
    one = Seeded(SEED)
    one.roll("a", 50, 6)
    one.roll("b", 1, 6, stream=1)
    two = Seeded(SEED)
    two.roll("entirely different", 1, 20)
    assert one.roll("c", 8, 6) == two.roll("d", 8, 6)
    assert one.roll("c", 8, 6, stream=2) == two.roll("d", 8, 6, stream=2)


def test_streams_are_independent_of_each_other() -> None:
    one, two = Seeded(SEED), Seeded(SEED)
    a = [one.roll("x", 4, 6, stream=1), one.roll("x", 4, 6, stream=2)]
    b = [two.roll("x", 4, 6, stream=2), two.roll("x", 4, 6, stream=1)]
    assert a == b[::-1]
    assert a[0] != a[1]
    assert one.counts == two.counts == [0, 1, 1]


def test_going_on_from_counts_gives_the_same_draws() -> None:
    whole = Seeded(SEED)
    whole.shuffle("a", list(range(30)))
    whole.roll("b", 3, 6, stream=1)
    counts = whole.counts
    later = Seeded(SEED, counts)
    assert later.roll("c", 9, 6) == whole.roll("c", 9, 6)
    later.roll("c", 9, 6)
    assert later.counts != whole.counts, "the counts given are copied"


def test_fork_is_independent() -> None:
    chance = Seeded(SEED)
    chance.roll("a", 3, 6)
    twin = chance.fork()
    expected = [twin.roll("b", 5, 6), twin.shuffle("c", [1, 2, 3, 4])]
    assert chance.counts == [1]
    assert [chance.roll("b", 5, 6), chance.shuffle("c", [1, 2, 3, 4])] == expected


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ChanceError, match="32 bytes"):
        Seeded(bytes(size))


def test_seeded_refuses_what_cannot_be_drawn() -> None:
    chance = Seeded(SEED)
    with pytest.raises(ChanceError, match="loot: 3 of 2 asked for"):
        chance.draw("loot", [1, 2], 3)
    with pytest.raises(ChanceError, match="loot: -1 of 2 asked for"):
        chance.draw("loot", [1, 2], -1)
    for sides in (0, -6, 2**32 + 1):
        with pytest.raises(ChanceError, match="cannot be rolled"):
            chance.roll("odd", 1, sides)
        with pytest.raises(ChanceError, match="cannot be drawn"):
            chance.below(sides)
    with pytest.raises(ChanceError, match="cannot be rolled"):
        chance.roll("odd", -1, 6)
    assert chance.counts == [], "a refused draw takes no number"
    assert chance.below(2**32) == next(words(SEED, 0, 0))


def test_nothing_in_gives_nothing_out() -> None:
    chance = Seeded(SEED)
    pool = [3, 1, 2]
    assert chance.roll("none", 0, 6) == []
    assert chance.draw("none", [], 0) == []
    assert chance.shuffle("none", []) == []
    chance.shuffle("kept", pool)
    chance.draw("kept", pool, 3)
    assert pool == [3, 1, 2]
    assert chance.counts == [5]


def test_record_keeps_what_was_drawn() -> None:
    chance = Seeded(SEED)
    chance.record = []
    rolled = chance.roll("dice", 3, 6)
    drawn = chance.draw("pool", [7, 8, 9], 2, stream=1)
    order = chance.shuffle("deck", [1, 2, 3])
    told = [Draw(0, "dice", list(rolled)), Draw(1, "pool", list(drawn)), Draw(0, "deck", list(order))]
    for values in (rolled, drawn, order):
        values.clear()  # rules may do what they like with the values they got
    assert chance.record == told
    again = Recorded(told)
    again.record = []
    assert again.roll("dice", 3, 6) == told[0].values
    assert again.shuffle("deck", [1, 2, 3]) == told[2].values
    assert again.draw("pool", [7, 8, 9], 2, stream=1) == told[1].values
    assert again.left() == 0
    again.record[0].values.clear()
    assert told[0].values, "replaying does not touch the log"


def test_recorded_draws_are_per_stream() -> None:
    """Seats that act side by side may be asked in another order; each stream keeps its own."""
    draws = [Draw(1, "a", [1]), Draw(2, "a", [2]), Draw(1, "b", [3])]
    chance = Recorded(draws)
    assert chance.left() == 3
    assert [chance.roll("a", 1, 6, 2), chance.roll("a", 1, 6, 1), chance.roll("b", 1, 6, 1)] == [[2], [1], [3]]


def test_recorded_refuses_what_does_not_fit() -> None:
    def one(label: str, values: list[int]) -> Recorded:
        return Recorded([Draw(0, label, values)])

    with pytest.raises(ChanceError, match="has none left"):
        Recorded([]).roll("a", 1, 6)
    with pytest.raises(ChanceError, match="has none left"):
        one("a", [1]).roll("a", 1, 6, stream=1)
    with pytest.raises(ChanceError, match="ask for the draw 'b', the record has 'a'"):
        one("a", [1]).roll("b", 1, 6)
    for values in ([], [1, 2], [0], [7], [-1]):
        with pytest.raises(ChanceError, match="is not a roll of 1 dice with 6 faces"):
            one("a", values).roll("a", 1, 6)
    with pytest.raises(ChanceError, match="is not a draw of 2"):
        one("a", [1]).draw("a", [1, 2], 2)
    with pytest.raises(ChanceError, match="3 is not in the pool"):
        one("a", [1, 3]).draw("a", [1, 2], 2)
    with pytest.raises(ChanceError, match="1 is not in the pool"):
        one("a", [1, 1]).draw("a", [1, 2], 2)
    assert one("a", [1, 1]).draw("a", [1, 1, 2], 2) == [1, 1]
    for values in ([1, 2], [1, 2, 2], [1, 2, 3, 3], [1, 2, 4]):
        with pytest.raises(ChanceError, match="is not an order of"):
            one("a", values).shuffle("a", [1, 2, 3])


def test_scripted_gives_values_by_label() -> None:
    chance = Scripted({"voyage": [5, 4], "attack": [6, 6, 1], "deck": [3, 1, 2], "loot": [9]})
    assert chance.roll("attack", 2, 6) == [6, 6]
    assert chance.roll("voyage", 1, 6) == [5]
    assert chance.roll("attack", 1, 6, stream=3) == [1]
    assert chance.shuffle("deck", [1, 2, 3]) == [3, 1, 2]
    assert chance.draw("loot", [8, 9], 1) == [9]
    assert chance.left() == 1
    assert chance.shuffle("not scripted", [3, 2, 1]) == [3, 2, 1]
    assert chance.draw("not scripted", [3, 2, 1], 2) == [3, 2]
    assert chance.shuffle("deck", [1, 2]) == [1, 2], "a script that is used up is as none"


def test_scripted_refuses_what_cannot_happen() -> None:
    chance = Scripted({"d": [7, 1], "loot": [4], "deck": [1, 1]})
    with pytest.raises(ChanceError, match="no 1 value"):
        chance.roll("other", 1, 6)
    with pytest.raises(ChanceError, match="no 3 value"):
        chance.roll("d", 3, 6)
    with pytest.raises(ChanceError, match="is not a roll"):
        chance.roll("d", 1, 6)
    with pytest.raises(ChanceError, match="not in the pool"):
        chance.draw("loot", [1, 2], 1)
    with pytest.raises(ChanceError, match="not an order"):
        chance.shuffle("deck", [1, 2])


def test_a_script_is_not_changed_by_its_use() -> None:
    script = {"d": [1, 2]}
    Scripted(script).roll("d", 2, 6)
    assert script == {"d": [1, 2]}


def test_chance_itself_gives_nothing() -> None:
    chance = Chance()
    with pytest.raises(ChanceError, match="gives nothing"):
        chance.roll("a", 1, 6)
    with pytest.raises(ChanceError, match="gives nothing"):
        chance.draw("a", [1], 1)
    with pytest.raises(ChanceError, match="gives nothing"):
        chance.shuffle("a", [1])


def test_draws_compare_by_content() -> None:
    assert Draw(0, "a", [1]) == Draw(0, "a", [1])
    assert hash(Draw(0, "a", [1])) == hash(Draw(0, "a", [1]))
    assert Draw(0, "a", [1]) not in (Draw(1, "a", [1]), Draw(0, "b", [1]), Draw(0, "a", [2]))
    assert Draw(0, "a", [1]) != "a"
    assert repr(Draw(0, "a", [1])) == "Draw(0, 'a', [1])"
