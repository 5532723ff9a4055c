"""Batches for learning: numbers that agree with positions played one by one."""

import random

import plyground
import pytest

np = pytest.importorskip("numpy")
from plyground import learn  # noqa: E402

GAMES = [("einstein", None, None), ("isola", "classic", None), ("reversixt", None, None), ("reversixt", None, "skirmish")]


def opened(game):
    name, variant, board = game
    return plyground.game(name, variant=variant, map=board)


def random_positions(game, count, seed=1):
    rng = random.Random(seed)
    while count:
        pos = game.random_start(rng.getrandbits(32))
        while not pos.is_over and count:
            if pos.is_chance:
                pos.roll(rng.choice(list(pos.outcomes())))
            else:
                yield pos
                count -= 1
                pos.play(rng.choice(pos.legal_moves()))


@pytest.mark.parametrize("game", GAMES)
def test_actions_number_the_moves(game):
    game = opened(game)
    for pos in random_positions(game, 60):
        actions = pos.legal_actions()
        assert actions == sorted(set(actions)) and len(actions) == len(pos.legal_moves())
        assert all(0 <= action < game.num_actions for action in actions)
        mask = learn.legal_mask(pos)
        assert mask.shape == (game.num_actions,) and list(np.flatnonzero(mask)) == actions
        move = pos.legal_moves()[-1]
        action = pos.action_of(move)
        assert pos.action_text(action) == move
        twin = pos.copy()
        twin.play_action(action)
        pos.play(move)
        assert twin == pos
        pos.undo()
        with pytest.raises(ValueError, match="is not legal"):
            pos.play_action(game.num_actions)


def test_an_action_means_the_same_in_every_position():
    game = plyground.game("reversixt")
    for pos in random_positions(game, 50):
        for action in pos.legal_actions():
            x, y = map(int, pos.action_text(action).split(","))
            assert action == 8 * y + x


def test_planes_of_einstein_show_the_stones():
    game = plyground.game("einstein")
    planes = game.planes
    for pos in random_positions(game, 40):
        seen = learn.observe(pos)
        assert seen.shape == game.observation_shape and seen.dtype == np.float32
        for row, cells in enumerate(pos.cells()):
            for col, sign in enumerate(cells):
                shown = {planes[plane] for plane in np.flatnonzero(seen[: 12, row, col])}
                name = {"r": "red", "b": "blue"}
                assert shown == ({f"{name[sign[0]]} {sign[1]}"} if sign else set())
        movers = [seen[planes.index(f"{name} to move")].mean() for name in ("red", "blue")]
        assert movers[pos.turn - 1] == 1 and sum(movers) == 1
        faces = [seen[planes.index(f"die {face}")].mean() for face in range(1, 7)]
        assert sum(faces) == 1


def test_planes_of_reversi_count_stones():
    game = plyground.game("reversixt")
    for pos in random_positions(game, 30):
        seen = learn.observe(pos)
        signs = [sign for row in pos.cells() for sign in row]
        assert [int(seen[0].sum()), int(seen[1].sum())] == [signs.count("1"), signs.count("2")]


@pytest.mark.parametrize("game", GAMES)
def test_selfplay_agrees_with_playing_one_by_one(game):
    game = opened(game)
    batch = learn.selfplay(game.start(), 6, "random", seed=4)
    assert batch.observations.shape == (len(batch), *game.observation_shape)
    row = 0
    for number in range(6):
        rows = np.flatnonzero(batch.games == number)
        if game.has_dice:
            continue
        pos = game.start()
        for row in rows:
            assert batch.players[row] == pos.turn and batch.turns[row] == pos.ply
            assert (batch.observations[row] == learn.observe(pos)).all()
            assert (batch.masks[row] == learn.legal_mask(pos)).all()
            pos.play_action(int(batch.actions[row]))
        assert pos.is_over and (batch.payoffs[rows] == np.float32(pos.payoffs())).all()
    mine = batch.payoffs[np.arange(len(batch)), batch.players - 1]
    assert (batch.outcomes == mine).all()
    assert batch.masks[np.arange(len(batch)), batch.actions].all()


def test_batches_do_not_depend_on_threads():
    one, two = (learn.selfplay("einstein", 30, "greedy", seed=9, threads=threads, epsilon=0.1) for threads in (1, 2))
    assert (one.observations == two.observations).all() and (one.actions == two.actions).all()
    pos = plyground.game("einstein").start()
    one, two = (learn.playouts(pos, 2000, seed=9, threads=threads) for threads in (1, 2))
    assert (one.payoffs == two.payoffs).all() and (one.turns == two.turns).all()


def test_arrays_own_their_memory_and_can_be_written():
    batch = learn.selfplay("einstein", 3)
    assert batch.observations.flags.writeable and batch.masks.flags.writeable
    planes = batch.observations
    before = planes.copy()
    planes += 1
    assert (batch.observations == before + 1).all()


def test_playouts_agree_with_random_play_in_python():
    game = plyground.game("einstein", variant="tiny")
    pos = game.start()
    fast = learn.playouts(pos, 20_000, seed=1)
    assert (fast.payoffs.sum(axis=1) == 0).all() and fast.turns.min() > 0
    plyground.seed(3)
    rng = random.Random(3)
    wins, turns, count = 0, 0, 1500
    for _ in range(count):
        twin = pos.copy()
        while not twin.is_over:
            twin.roll()
            twin.play(rng.choice(twin.legal_moves()))
            turns += 1
        wins += twin.winner == 1
    # Five standard deviations of 1500 games.
    assert abs(wins / count - (fast.means()[0] + 1) / 2) < 5 * 0.5 / count**0.5
    assert abs(turns / count - fast.turns.mean()) < 5 * fast.turns.std() / count**0.5


def test_playouts_of_a_game_without_dice():
    fast = learn.playouts(plyground.game("reversixt").start(), 300, seed=2)
    assert (fast.payoffs.sum(axis=1) <= 64).all() and (fast.turns <= 60).all()
    over = plyground.game("isola", variant="cols=3,rows=3,start=a1:c3").start()
    while not over.is_over:
        over.play(over.legal_moves()[0])
    done = learn.playouts(over, 10)
    assert (done.turns == 0).all() and (done.payoffs == over.payoffs()).all()


def test_random_turns_and_players_per_seat():
    calm = learn.selfplay(plyground.game("isola").start(), 4, "first", seed=1)
    wild = learn.selfplay(plyground.game("isola").start(), 4, ["first", "random"], seed=1, random_turns=3)
    assert len({tuple(calm.actions[calm.games == number]) for number in range(4)}) == 1
    assert len({tuple(wild.actions[wild.games == number]) for number in range(4)}) == 4
    bare = learn.selfplay("isola", 2, observations=False, masks=False)
    assert bare.observations is None and bare.masks is None and len(bare)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: learn.selfplay("isola", 0), "games: 1 to"),
        (lambda: learn.selfplay("isola", 2**40), "games: 1 to"),
        (lambda: learn.selfplay("isola", 2**31 - 1), "more than half of the memory"),
        (lambda: learn.selfplay("isola", 2, ["random"] * 3), "one for each of the 2, not 3"),
        (lambda: learn.selfplay("isola", 2, "rndom"), "did you mean `random`"),
        (lambda: learn.selfplay("isola", 2, epsilon=2), "epsilon: a probability"),
        (lambda: learn.selfplay("isola", 2, threads=0), "threads: at least 1"),
        (lambda: learn.playouts(plyground.game("isola").start(), 0), "games: at least 1"),
        (lambda: learn.playouts(plyground.game("isola").start(), 10**12), "more than half of the memory"),
        (lambda: learn.selfplay("islola", 2), "there is no game"),
    ],
)
def test_wrong_arguments(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
