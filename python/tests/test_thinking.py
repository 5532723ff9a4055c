"""Players, searches and exact answers."""

import signal
import threading
import time
from datetime import timedelta

import plyground
import pytest

SMALL = "cols=4,rows=4,mover=king,mode=trail,start=a1:d4"


@pytest.fixture
def small():
    return plyground.game("isola", variant=SMALL).start()


def minimax(pos):
    """The plain definition: 1 if the player to move wins."""
    if pos.is_over:
        return None
    mover = pos.turn
    best = -1
    for move in pos.legal_moves():
        pos.play(move)
        value = (1 if pos.winner == mover else -1) if pos.is_over else -minimax(pos)
        pos.undo()
        best = max(best, value)
        if best == 1:
            break
    return best


def test_solve_agrees_with_a_minimax_in_python():
    for variant in ("cols=3,rows=3,mover=king,mode=trail,start=a1:c3", "cols=3,rows=3,mover=king,mode=trail,start=a1:b3"):
        pos = plyground.game("isola", variant=variant).start()
        solution = plyground.solve(pos)
        assert solution.winner == (pos.turn if minimax(pos) == 1 else 3 - pos.turn)
        assert {move.move for move in solution.moves} == set(pos.legal_moves())
        for solved in solution.moves:
            pos.play(solved.move)
            expected = pos.winner if pos.is_over else (pos.turn if minimax(pos) == 1 else 3 - pos.turn)
            pos.undo()
            assert solved.winner == expected


def test_analysis_is_plain_objects(small):
    result = plyground.analyze(small, "search", depth=5)
    assert result.best in small.legal_moves() and result.line[0] == result.best
    assert [iteration.depth for iteration in result.iterations] == list(range(1, result.depth + 1))
    assert sum(iteration.nodes for iteration in result.iterations) <= result.nodes
    assert {move.move for move in result.moves} == set(small.legal_moves())
    assert result.moves[0].move == result.best and result.unit == "points"
    assert result.stopped in ("depth", "solved") and result.best_by_face is None
    assert result.trace is None and result.nodes_per_second > 0


def test_a_search_to_the_end_proves_what_solve_says(small):
    result = plyground.analyze(small, "search", depth=30)
    solution = plyground.solve(small)
    assert result.exact and (result.value > 0) == (solution.winner == small.turn)
    assert result.plies_to_end == solution.plies


def test_dice_have_a_best_move_for_each_face():
    pos = plyground.game("einstein").start()
    result = plyground.analyze(pos, depth=1)
    assert set(result.best_by_face) == set(range(1, 7)) and result.best is None
    assert 0 < result.value < 1 and result.unit == "win probability"
    for face, move in result.best_by_face.items():
        pos.roll(face)
        assert move in pos.legal_moves()
        pos.undo()


def test_solve_with_dice_averages_over_faces():
    pos = plyground.game("einstein", variant="tiny").start()
    solution = plyground.solve(pos)
    mean = sum(chance * solution.faces[face].value for face, chance in pos.outcomes().items())
    assert solution.value == pytest.approx(mean)
    for face in solution.faces.values():
        assert face.value == pytest.approx(max(move.value for move in face.moves))


def test_too_large_is_an_exception():
    with pytest.raises(plyground.TooLarge, match="too large: not solved after"):
        plyground.solve(plyground.game("reversixt").start(), nodes=1000)


def test_the_same_seed_and_nodes_give_the_same_search(small):
    first, second = (plyground.analyze(small, "mcts", iterations=300, seed=4) for _ in range(2))
    assert (first.best, first.value, first.nodes) == (second.best, second.value, second.nodes)


def test_lines_ask_for_exact_values(small):
    result = plyground.analyze(small, "search", depth=3, lines=3)
    assert all(move.exact for move in result.moves[:3])


def test_the_tree_of_minimax_is_complete(small):
    tree = plyground.xray(small, "search(algorithm=minimax,table=off)", depth=2)
    assert [node.text for node in tree.children()].sort() == small.legal_moves().sort()
    for child in tree.children():
        small.play(child.text)
        assert {node.text for node in tree.children(child)} == set(small.legal_moves())
        small.undo()
    leaf = next(node for node in tree.nodes if node.ply == 2)
    assert len(tree.line(leaf)) == 2
    assert sum(tree.endings().values()) == len(tree.nodes) and tree.omitted == 0


def test_alpha_beta_visits_less_than_minimax():
    pos = plyground.game("isola").start()
    few, many = (
        plyground.xray(pos, f"search(algorithm={name},table=off)", depth=3, most_nodes=10**6)
        for name in ("alphabeta", "minimax")
    )
    assert 0 < len(few.nodes) < len(many.nodes)
    assert "beta" in few.endings() or "alpha" in few.endings()


def test_players_are_functions(small):
    for spec in ("random", "greedy", "search(depth=2)", "mcts(iterations=50)"):
        assert plyground.player(spec)(small) in small.legal_moves()
    player = plyground.player("search", depth=3)
    assert player.spec == "search" and player.limits == {"depth": 3}
    other = plyground.game("reversixt").start()
    assert player(other) in other.legal_moves()
    assert player(small) in small.legal_moves()


def test_times_may_be_text_seconds_or_timedelta(small):
    for limit in ("20ms", 0.02, timedelta(milliseconds=20)):
        assert plyground.player("search", time=limit).limits["time"] == pytest.approx(0.02)


def test_a_python_function_may_be_the_evaluation():
    pos = plyground.game("isola", variant="cols=5,rows=5").start()

    def loves_one_square(position, player):
        mover = 3 - position.turn
        reached = position.cells()[0][2] != ""
        return 100 if reached == (player == mover) else -100

    # One ply deep, the best move is the square that the evaluation loves: column c of the first row.
    pos = pos.game.position(moves="")
    result = plyground.analyze(pos, "search(depth=1)", evaluation=loves_one_square)
    assert result.best in pos.legal_moves() and result.value in (100, -100)
    calls = []
    plyground.analyze(pos, "search(depth=2)", evaluation=lambda position, player: calls.append(player) or 0)
    assert calls and set(calls) <= {1, 2}


def test_an_exception_of_the_evaluation_comes_back_with_its_traceback(small):
    def broken(position, player):
        raise RuntimeError("no opinion")

    with pytest.raises(RuntimeError, match="no opinion") as caught:
        plyground.analyze(small, "search", depth=4, evaluation=broken)
    assert caught.traceback[-1].name == "broken"
    with pytest.raises(ValueError, match="an evaluation is a number"):
        plyground.analyze(small, "search", depth=2, evaluation=lambda position, player: float("nan"))
    with pytest.raises(TypeError):
        plyground.analyze(small, "search", depth=2, evaluation=lambda position, player: "good")


def test_luck_and_errors_add_up():
    pos = plyground.game("einstein", variant="tiny").start()
    plyground.seed(8)
    while not pos.is_over:
        pos.roll()
        pos.play(pos.legal_moves()[0])
    result = plyground.luck(pos)
    assert len(result.turns) == len(pos.moves) and result.end in (0.0, 1.0)
    total = result.start + result.luck[0] - result.luck[1] - result.error[0] + result.error[1]
    assert total == pytest.approx(result.end) and abs(result.drift) < 1e-9
    assert [turn.text for turn in result.turns] == pos.moves


def test_probes_know_endgames():
    game = plyground.game("einstein")
    # Red is one step from the corner and moves whatever is rolled.
    assert plyground.probe(game.position("...../.b1.../...../...r1./..... r -")) == pytest.approx(1.0)
    assert plyground.probe(game.start()) is None
    assert plyground.probe(plyground.game("isola").start()) is None


def test_progress_is_told_and_may_end_the_call(small):
    seen = []
    plyground.analyze(small, "search", depth=6, progress=seen.append)
    assert [news["depth"] for news in seen] == list(range(1, len(seen) + 1)) and seen

    def enough(news):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        plyground.analyze(plyground.game("reversixt").start(), "search", time=60, progress=enough)


def test_ctrl_c_ends_a_long_search():
    pos = plyground.game("reversixt").start()
    for call in (
        lambda: plyground.analyze(pos, "search", time=120),
        lambda: plyground.solve(pos),
        lambda: plyground.perft(pos, 40),
        lambda: plyground.player("mcts", time=120)(pos),
    ):
        timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
        # A signal is handled by the main thread whichever thread raised it.
        timer.start()
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            call()
        assert time.monotonic() - begun < 30
        timer.join()


def test_other_threads_run_while_a_search_thinks():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    plyground.analyze(plyground.game("reversixt").start(), "search", time=0.5)
    done.set()
    thread.join()
    assert len(ticks) > 5


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda pos: plyground.player("serch"), "there is no player `serch`; did you mean `search`?"),
        (lambda pos: plyground.player("search(deth=3)")(pos), "search has no parameter `deth`"),
        (lambda pos: plyground.player("search("), "player spec"),
        (lambda pos: plyground.player("best", time="soon"), "time: "),
        (lambda pos: plyground.player("best", time=-1), "no time to think"),
        (lambda pos: plyground.player("best", depth=0), "depth: at least 1"),
        (lambda pos: plyground.analyze(pos, lines=0), "lines: 1 to 1000"),
        (lambda pos: plyground.analyze(plyground.game("einstein").start(), "search(depth=2)"), "cannot play this game"),
        (lambda pos: plyground.solve(pos, score="goals"), "none of outcome, stones and othello"),
        (lambda pos: plyground.solve(pos, table="lots"), "table: "),
        (lambda pos: plyground.solve(pos, table="900TB"), "table: "),
        (lambda pos: plyground.luck(pos), "games of two players with dice"),
        (lambda pos: plyground.solve(plyground.game("reversixt", map="torus").start()), "players"),
    ],
)
def test_wrong_arguments_are_sentences(small, call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(small)


def test_wrong_types(small):
    for call in (
        lambda: plyground.player("best", time=[]),
        lambda: plyground.player("best", evaluation=3),
        lambda: plyground.analyze("isola"),
        lambda: plyground.player("best", depth="deep"),
    ):
        with pytest.raises(TypeError):
            call()
