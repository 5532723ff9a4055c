"""Matches, tournaments, archives and the lab."""

import re
import signal
import threading
from pathlib import Path

import plyground
import pytest

EINSTEIN = plyground.game("einstein", variant="tiny")


def test_a_match_counts_what_was_played():
    result = plyground.match("einstein", ["greedy", "random"], games=40, seed=3)
    first, second = result.players
    assert result.played == 40 and first.wins + first.draws + first.losses == 40
    assert (first.wins, first.losses) == (second.losses, second.wins)
    wins = sum(
        game.payoffs[game.players.index("greedy")] > 0 for game in result.games if game.termination == "normal"
    )
    assert wins == first.wins and first.score == pytest.approx(first.wins / 40)
    assert first.ci95[0] < first.score < first.ci95[1] and first.elo > 0
    assert result.sprt is None and not result.interrupted and sum(result.pairs) == 20


def test_recorded_games_can_be_played_again():
    result = plyground.match("einstein", ["random", "random"], games=6, seed=1)
    for game in result.games:
        pos = plyground.game("einstein").position(game.start, game.moves)
        assert pos.is_over and pos.payoffs() == game.payoffs and len(pos.moves) == game.turns


def test_the_same_seed_gives_the_same_match_on_any_number_of_cores():
    one, two = (
        plyground.match("isola", ["greedy", "random"], games=12, seed=5, jobs=jobs).games for jobs in (1, 2)
    )
    assert [game.moves for game in one] == [game.moves for game in two]


def test_a_function_plays_like_the_player_that_it_wraps():
    """Matches with Python code use the seeds of matches without, so both are the same games."""
    plain = plyground.match("isola", ["first", "random"], games=8, seed=2)

    def first(position):
        return position.legal_moves()[0]

    mixed = plyground.match("isola", [first, "random"], games=8, seed=2)
    assert [game.moves for game in plain.games] == [game.moves for game in mixed.games]
    assert [player.wins for player in plain.players] == [player.wins for player in mixed.players]
    assert mixed.players[0].player == "first"


def test_players_with_a_python_evaluation_play_matches():
    def mobility(position, player):
        if position.turn is None:
            return 0
        count = len(position.legal_moves())
        return count if position.turn == player else -count

    thinker = plyground.player("search", depth=2, evaluation=mobility)
    result = plyground.match("isola", [thinker, "random"], games=4, seed=1)
    assert result.players[0].wins >= 3


def test_more_than_two_players():
    game = plyground.game("reversixt", map="torus")
    result = plyground.match(game, ["greedy", "random", "random"], games=3, seed=1)
    assert len(result.players) == 3 and all(sum(player.placements) == 3 for player in result.players)
    assert result.pairs is None and result.players[0].elo is None


def test_an_exception_loses_the_game_and_keeps_the_traceback():
    def fails_later(position):
        if position.text.count("#") > 5:
            raise RuntimeError("out of ideas")
        return position.legal_moves()[0]

    result = plyground.match("isola", [fails_later, "first"], games=4, seed=1)
    assert result.played == 4
    faulty = [game for game in result.games if game.faults]
    assert faulty
    for game in faulty:
        (fault,) = game.faults
        assert fault.kind == "crash" and game.termination == "crash"
        assert "out of ideas" in fault.detail and "fails_later" in fault.detail and "Traceback" in fault.detail
        assert game.payoffs[fault.player - 1] < max(game.payoffs)
    assert result.players[0].terminations["crash"] == len(faulty)


def test_illegal_moves_lose():
    result = plyground.match("isola", [lambda position: "z9", "random"], games=2, seed=1)
    assert all(game.termination == "illegal move" and "z9" in game.faults[0].detail for game in result.games)
    assert result.players[1].wins == 2


def test_sprt_stops_early():
    result = plyground.match("einstein", ["greedy", "random"], games=5000, seed=1, sprt=(0, 50))
    assert result.sprt.decision == "H1 accepted" and result.played < 5000


def test_tables_become_data_frames():
    result = plyground.match("einstein", ["greedy", "random"], games=10, seed=1)
    assert [row["player"] for row in result.table] == ["greedy", "random"]
    assert "greedy" in str(result) and result._repr_html_().startswith("<table>")
    assert result.table.to_csv().splitlines()[0].startswith("player,wins")
    frame = pytest.importorskip("pandas") and result.games_table.to_pandas()
    assert len(frame) == 10 and frame["turns"].sum() == sum(game.turns for game in result.games)


def test_polars_and_arrow():
    pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    table = plyground.match("einstein", ["greedy", "random"], games=10, seed=1).games_table
    assert table.to_polars()["turns"].to_list() == table.column("turns")
    assert table.to_arrow().column("turns").to_pylist() == table.column("turns")
    with pytest.raises(KeyError, match="there is no column `turn`"):
        table.column("turn")


def test_progress_and_ctrl_c():
    seen = []
    plyground.match("einstein", ["random", "random"], games=20, seed=1, progress=seen.append)
    assert seen[-1]["done"] == 20 and seen[-1]["of"] == 20
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        plyground.match("reversixt", ["search(time=5s)", lambda position: position.legal_moves()[0]], games=100)
    timer.join()


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: plyground.match("isola", ["random"]), ValueError, "exactly 2 players can share it, not 1"),
        (lambda: plyground.match("isola", ["random", len, "random"]), ValueError, "exactly 2 players"),
        (lambda: plyground.match("isola", ["random", "rndom"]), ValueError, "did you mean `random`"),
        (lambda: plyground.match("isola", ["random", "random"], games=0), ValueError, "a match has 1 to"),
        (lambda: plyground.match("isola", ["random", len], games=0), ValueError, "a match has 1 to"),
        (lambda: plyground.match("isola", ["random", 3]), TypeError, "a player is a spec"),
        (lambda: plyground.match("isola", ["random", "random"], openings="mars"), ValueError, "mars"),
        (lambda: plyground.match("isola", ["random", "random"], sprt=(5, 0)), ValueError, "5"),
        (lambda: plyground.match("isola", ["random", "random"], clock="soon"), ValueError, "soon"),
        (lambda: plyground.match("isola", ["random", "random"], jobs=0), ValueError, "jobs"),
        (lambda: plyground.match("nim", ["random", "random"]), ValueError, "there is no game `nim`"),
    ],
)
def test_wrong_arguments(call, error, sentence):
    with pytest.raises(error, match=sentence):
        call()


PLAN = {
    "name": "three",
    "seed": 5,
    "players": [
        {"name": "Greedy", "spec": "greedy"},
        {"name": "Random", "spec": "random"},
        {"name": "First", "spec": "first"},
    ],
    "games": [{"game": "einstein", "repeats": 4}],
}


def test_a_tournament_from_a_dictionary():
    result = plyground.tournament(PLAN)
    assert result.played == result.planned == 24 and len(result.games) == 24
    table = result.table
    assert {row["name"] for row in table} == {"Greedy", "Random", "First"}
    assert table[0]["name"] == "Greedy"
    assert sum(row["points"] for row in table) == pytest.approx(24)
    cross = {row["name"]: row for row in result.events[0].cross_table}
    assert cross["Greedy"]["Random"] == pytest.approx(1 - cross["Random"]["Greedy"])
    game = result.games[0]
    pos = plyground.game(game.game, variant=game.variant).position(game.start, game.moves)
    assert pos.is_over and pos.payoffs() == game.payoffs


def test_archives_can_be_read_and_continued(tmp_path):
    file = tmp_path / "games.sqlite"
    text = 'name = "two"\nplayers = [{ name = "A", spec = "greedy" }, { name = "B", spec = "random" }]\n'
    text += '[[games]]\ngame = "isola"\nvariant = "cols=4,rows=4"\nrepeats = 3\n'
    plan = tmp_path / "plan.toml"
    plan.write_text(text)
    first = plyground.tournament(plan, archive=file)
    again = plyground.tournament(text, archive=file)
    assert first.table.to_csv() == again.table.to_csv()
    archive = plyground.Archive(file)
    (entry,) = archive.tournaments()
    assert (entry.name, entry.games, entry.finished) == ("two", 6, 6)
    assert archive.tournament().games == first.games
    assert list(archive.games("two", chunk=4)) == first.games
    with pytest.raises(ValueError, match="there is no tournament `three`"):
        archive.tournament("three")


def test_the_example_of_the_documentation_reads_an_archive(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    text = (Path(__file__).parents[2] / "docs/archive.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    played = plyground.tournament(PLAN, archive=tmp_path / "archive.sqlite")
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(example, "docs/archive.md", "exec"), names)
    table = names["table"]
    for row in played.table:
        # A win is worth 1 and a loss -1, so the mean payoff follows from the score.
        found = table.loc[row["name"]]
        assert found["games"] == 16 and found["payoff"] == pytest.approx(2 * row["points"] / 16 - 1)


def test_bad_plans_and_archives(tmp_path):
    with pytest.raises(ValueError, match="no player `gredy`"):
        plyground.tournament({**PLAN, "players": [{"name": "A", "spec": "gredy"}, {"name": "B", "spec": "random"}]})
    with pytest.raises(OSError, match="cannot"):
        plyground.tournament(tmp_path / "missing.toml")
    with pytest.raises(TypeError, match="a plan holds texts"):
        plyground.tournament({"name": object()})
    noise = tmp_path / "noise.sqlite"
    noise.write_bytes(b"no archive at all" * 100)
    with pytest.raises((ValueError, OSError)):
        plyground.Archive(noise)


def test_studies_return_tables_and_figures(tmp_path):
    names = [study.name for study in plyground.lab.studies()]
    assert "schwarz" in names and len(names) >= 10
    seen = []
    study = plyground.lab.run("move-sorting", quick=True, maps=["duel"], out=tmp_path, progress=seen.append)
    assert study.tables and study.figures and study.findings and seen
    assert all(figure._repr_svg_().startswith("<svg") for figure in study.figures.values())
    assert all(len(table) for table in study.tables.values())
    assert study.report.is_file() and "<svg" in study._repr_html_()
    with pytest.raises(ValueError, match="move-sorting"):
        plyground.lab.run("move-sortin")


def test_measurements_of_techniques():
    boards = plyground.lab.positions("isola", 3, turns=4)
    table = plyground.lab.measure(boards, ["search(algorithm=minimax,table=off)", "search"], depth=3)
    minimax = sum(row["nodes"] for row in table if "minimax" in row["player"])
    best = sum(row["nodes"] for row in table if row["player"] == "search")
    assert len(table) == 6 and best < minimax
    by_value = {}
    for row in table:
        by_value.setdefault(row["position"], set()).add(row["value"])
    assert all(len(values) == 1 for values in by_value.values()), "pruning changes no value"
    with pytest.raises(ValueError, match="end before"):
        plyground.lab.positions("isola", 1, turns=10_000)
