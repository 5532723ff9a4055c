"""Games written in Python: right in search, solution and match, and harmless when they fail."""

import ast
import pickle
import random

import plyground
import pytest


class Stones(plyground.Rules):
    """Take one, two or three stones; who takes the last one wins. A multiple of four is lost for the player to move."""

    longest = 21

    def __init__(self, count=21):
        self.count = count

    def start(self):
        return (self.count, 1)

    def turn(self, state):
        return state[1] if state[0] else None

    def moves(self, state):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 3 - state[1])

    def payoffs(self, state):
        return (-1, 1) if state[1] == 1 else (1, -1)

    def all_moves(self):
        return [1, 2, 3]

    def board(self, state):
        return ["o" * state[0] + "." * (self.count - state[0])]


class Race:
    """Two players roll a die of three faces and step or wait; who reaches 5 first wins. Needs no base class."""

    players = 2
    longest = 60

    def start(self):
        return (0, 0, 1, 0)

    def turn(self, state):
        if max(state[:2]) >= 5:
            return None
        return state[2] if state[3] else "chance"

    def roller(self, state):
        return state[2]

    def outcomes(self, state):
        return [0.5, 0.25, 0.25]

    def roll(self, state, face):
        return (*state[:3], face)

    def moves(self, state):
        return ["go", "wait"]

    def play(self, state, move):
        steps = list(state[:2])
        if move == "go":
            steps[state[2] - 1] += state[3]
        return (*steps, 3 - state[2], 0)

    def payoffs(self, state):
        if state[0] >= 5:
            return [1, -1]
        return [-1, 1] if state[1] >= 5 else [0, 0]

    def evaluate(self, state, player):
        lead = state[0] - state[1]
        return 100 * (lead if player == 1 else -lead)


def race_value(state, mover=None, memory={}):
    """The chance that the player about to roll wins, by recursion. Waiting is never better."""
    if state in memory:
        return memory[state]
    mine, theirs = state
    total = 0
    for step, chance in ((1, 0.5), (2, 0.25), (3, 0.25)):
        total += chance * (1 if mine + step >= 5 else 1 - race_value((theirs, mine + step)))
    memory[state] = total
    return total


@pytest.mark.parametrize("count", range(1, 13))
def test_solve_knows_the_theory_of_the_stones(count):
    pos = plyground.game(Stones(count)).start()
    solution = plyground.solve(pos)
    assert solution.winner == (2 if count % 4 == 0 else 1)
    winning = [move.move for move in solution.moves if move.winner == 1]
    assert winning == ([str(count % 4)] if count % 4 else [])


@pytest.mark.parametrize("spec", ["search(depth=21)", "mcts(iterations=3000)", "best(depth=21)"])
def test_searches_play_it(spec):
    pos = plyground.game(Stones(9)).start()
    assert plyground.player(spec)(pos) == "1"


def test_positions_of_a_python_game():
    game = plyground.game(Stones(5))
    assert game.name == "stones" and game.players == 2 and not game.has_dice
    pos = game.start()
    assert pos.legal_moves() == ["1", "2", "3"] and pos.state == (5, 1)
    pos.play("3")
    assert pos.state == (2, 2) and pos.turn == 2 and pos.legal_moves() == ["1", "2"]
    assert pos._repr_svg_().startswith("<svg ") and pos.cells() == [["o", "o", "", "", ""]]
    assert game.position_of((2, 2)) == pos and hash(pos.hash) == hash(game.position_of((2, 2)).hash)
    pos.undo()
    assert pos == game.start()
    with pytest.raises(ValueError, match="`4`: this move is not legal"):
        pos.play("4")
    with pytest.raises(ValueError, match="reads no positions"):
        game.position("(3, 1)")
    again = pickle.loads(pickle.dumps(plyground.game(Stones(5)).position_of((4, 2))))
    assert again.state == (4, 2)


def test_perft_counts_like_python():
    def count(state, depth, rules=Stones(7)):
        if depth == 0:
            return 1
        if rules.turn(state) is None:
            return 0
        return sum(count(rules.play(state, move), depth - 1) for move in rules.moves(state))

    game = plyground.game(Stones(7))
    assert plyground.perft(game.start(), 6).counts == [count((7, 1), depth) for depth in range(1, 7)]


def test_dice_in_python():
    game = plyground.game(Race())
    pos = game.start()
    assert game.has_dice and pos.is_chance and pos.outcomes() == {1: 0.5, 2: 0.25, 3: 0.25}
    assert plyground.solve(pos, nodes=10**6).value == pytest.approx(race_value((0, 0)))
    result = plyground.analyze(pos, "expectimax", depth=3)
    assert result.best_by_face == {1: "go", 2: "go", 3: "go"}
    pos.roll(2)
    pos.play("go")
    assert pos.state == (2, 0, 2, 0) and pos.turn == 2


def test_matches_with_a_python_game():
    result = plyground.match(plyground.game(Stones(9)), ["search(depth=9)", "random"], games=20, seed=1)
    assert result.players[0].wins > result.players[1].wins
    assert len(result.games) == 20 and all(game.error is None for game in result.games)
    for game in result.games:
        left, _ = ast.literal_eval(game.start)
        assert sum(int(move) for move in game.moves.split()) == left


def test_playouts_and_selfplay_of_a_python_game():
    pytest.importorskip("numpy")
    batch = plyground.learn.playouts(plyground.game(Stones(6)).start(), 100)
    assert batch.payoffs.shape == (100, 2) and (batch.payoffs.sum(axis=1) == 0).all()
    samples = plyground.learn.selfplay(plyground.game(Stones(6)), 10, seed=2)
    assert samples.masks.shape[1] == 3 and samples.masks.any(axis=1).all()


class Faulty(Stones):
    """Breaks the rules of rules in one way."""

    def __init__(self, fault):
        super().__init__(6)
        self.fault = fault

    def turn(self, state):
        if self.fault == "turn" and state[0] < 5:
            return 7
        return super().turn(state)

    def moves(self, state):
        if self.fault == "moves" and state[0] < 5:
            raise LookupError("no list")
        if self.fault == "none" and state[0] < 5:
            return []
        return super().moves(state)

    def play(self, state, move):
        if self.fault == "play" and state[0] < 5:
            return 1 / 0
        return super().play(state, move)

    def payoffs(self, state):
        if self.fault == "payoffs":
            return [1]
        return super().payoffs(state)


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("turn", ValueError, "`turn` returned 7"),
        ("moves", LookupError, "no list"),
        ("none", ValueError, "no move in `moves`"),
        ("play", ZeroDivisionError, "division"),
        ("payoffs", ValueError, "2 finite numbers"),
    ],
)
def test_faults_of_the_rules_come_back_as_exceptions(fault, error, words):
    game = plyground.game(Faulty(fault))
    for call in (
        lambda: plyground.analyze(game.start(), "search", depth=6),
        lambda: plyground.analyze(game.start(), "mcts", iterations=100),
        lambda: plyground.solve(game.start()),
    ):
        with pytest.raises(error, match=words):
            call()
    # In a match a fault ends the game, and the traceback is kept.
    result = plyground.match(game, ["random", "random"], games=6, seed=1)
    assert all(words in played.error and error.__name__ in played.error for played in result.games)
    assert all(played.termination == "error" for played in result.games)


def test_exceptions_keep_their_traceback():
    with pytest.raises(ZeroDivisionError) as caught:
        plyground.analyze(plyground.game(Faulty("play")).start(), "search", depth=6)
    assert caught.traceback[-1].name == "play"


def test_stepwise_play_raises_at_once():
    pos = plyground.game(Faulty("play")).start()
    pos.play("2")
    with pytest.raises(ZeroDivisionError):
        pos.play("1")


@pytest.mark.parametrize(
    ("rules", "error", "words"),
    [
        (object(), TypeError, "is no game: it has no method `start`"),
        (3, TypeError, "is no game"),
        (type("Crowd", (Stones,), {"players": 9})(), ValueError, "2 to 8 players, not 9"),
        (type("Loud", (Stones,), {"start": lambda self: 1 / 0})(), ZeroDivisionError, "division"),
    ],
)
def test_objects_that_are_no_games(rules, error, words):
    with pytest.raises(error, match=words):
        plyground.game(rules)


def test_options_of_boards_are_refused():
    with pytest.raises(TypeError, match="variant: a game with rules of your own does not take it"):
        plyground.game(Stones(), variant="classic")


def test_random_play_ends():
    rng = random.Random(2)
    pos = plyground.game(Race()).start()
    while not pos.is_over:
        if pos.is_chance:
            pos.roll()
        else:
            pos.play(rng.choice(pos.legal_moves()))
    assert pos.winner in (1, 2)
