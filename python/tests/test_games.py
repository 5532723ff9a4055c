"""Games and positions. Expectations come from the rules of the games and from perft counts that others published."""

import copy
import pickle
import random
from pathlib import Path

import plyground
import pytest

SMALL = "cols=3,rows=3,mover=king,mode=trail,start=a1:c3"


def isola(variant=SMALL):
    return plyground.game("isola", variant=variant)


def test_the_list_of_games_names_variants_maps_and_rules():
    infos = {info.name: info for info in plyground.games()}
    assert set(infos) == {"reversixt", "einstein", "isola"}
    assert infos["einstein"].has_dice and not infos["isola"].has_dice
    assert infos["reversixt"].players == (2, 8)
    assert "torus" in [entry.name for entry in infos["reversixt"].maps]
    assert all(info.rules and info.variants for info in infos.values())


def test_a_king_in_the_corner_has_three_moves():
    pos = isola().start()
    assert sorted(pos.legal_moves()) == ["a2", "b1", "b2"]
    assert (pos.turn, pos.is_over, pos.is_chance, pos.ply) == (1, False, False, 0)


def test_play_and_undo_restore_the_position():
    pos = isola().start()
    before, text = pos.copy(), pos.text
    pos.play("b2")
    assert pos.turn == 2 and pos != before and pos.moves == ["b2"]
    pos.undo()
    assert pos == before and pos.text == text and pos.hash == before.hash
    with pytest.raises(IndexError, match="nothing to take back"):
        pos.undo()


def test_a_finished_game_has_payoffs_and_a_winner():
    rng = random.Random(1)
    for variant in (SMALL, "classic", "columbia"):
        pos = isola(variant).start()
        while not pos.is_over:
            assert pos.winner is None
            pos.play(rng.choice(pos.legal_moves()))
        assert sorted(pos.payoffs()) == [-1.0, 1.0]
        assert pos.payoffs()[pos.winner - 1] == 1.0
        assert pos.turn is None and pos.legal_moves() == []
        assert "cannot step" in pos.ending
        with pytest.raises(ValueError, match="the game is over"):
            pos.play("a1")


def test_dice():
    pos = plyground.game("einstein").start()
    assert pos.is_chance and pos.legal_moves() == []
    assert pos.outcomes() == {face: pytest.approx(1 / 6) for face in range(1, 7)}
    with pytest.raises(ValueError, match="from 1 to 6"):
        pos.roll(7)
    with pytest.raises(ValueError, match="the roll is missing"):
        pos.play("r6c5-d4")
    assert pos.roll(3) == 3
    assert not pos.is_chance and pos.outcomes() == {}
    with pytest.raises(ValueError, match="no roll is due"):
        pos.roll()
    moves = pos.legal_moves()
    assert moves and all(move.startswith("r3") for move in moves)
    pos.play(moves[0])
    pos.undo()
    pos.undo()
    assert pos.is_chance and pos.ply == 0
    pos.play(f"3:{moves[0]}")
    assert pos.moves == [f"3:{moves[0]}"] and pos.turn == 2


def test_rolls_without_a_face_follow_the_seed():
    def faces():
        plyground.seed(5)
        pos = plyground.game("einstein").start()
        rolled = []
        while not pos.is_over:
            rolled.append(pos.roll())
            pos.play(pos.legal_moves()[0])
        return rolled

    assert faces() == faces()
    assert set(faces()) <= set(range(1, 7))


def test_perft_of_the_standard_board_is_othellos():
    # Published counts of Othello; they include no passes up to this depth.
    assert plyground.perft(plyground.game("reversixt").start(), 7).counts == [4, 12, 56, 244, 1396, 8200, 55092]


def test_perft_agrees_with_counting_in_python():
    def count(pos, depth):
        if depth == 0:
            return 1
        if pos.is_over:
            return 0
        total = 0
        if pos.is_chance:
            for face in pos.outcomes():
                pos.roll(face)
                total += count(pos, depth)
                pos.undo()
            return total
        for move in pos.legal_moves():
            pos.play(move)
            total += count(pos, depth - 1)
            pos.undo()
        return total

    for game in (isola("columbia"), plyground.game("einstein"), plyground.game("reversixt", map="torus")):
        pos = game.start()
        result = plyground.perft(pos, 2, divide=True)
        assert result.counts == [count(pos, 1), count(pos, 2)]
        assert sum(result.divide.values()) == result.counts[-1]


@pytest.mark.parametrize(
    "game",
    [("isola", "classic", None), ("einstein", None, None), ("reversixt", None, "skirmish"), ("reversixt", None, None)],
)
def test_positions_are_values(game):
    name, variant, map_name = game
    opened = plyground.game(name, variant=variant, map=map_name)
    rng = random.Random(3)
    pos = opened.start()
    for _ in range(12):
        if pos.is_over:
            break
        for twin in (pos.copy(), copy.copy(pos), copy.deepcopy(pos), pickle.loads(pickle.dumps(pos))):
            assert twin == pos and twin.text == pos.text and twin.hash == pos.hash
            assert twin.legal_moves() == pos.legal_moves() and twin.turn == pos.turn
        assert opened.position(pos.text) == pos
        if pos.is_chance:
            pos.roll(rng.choice(list(pos.outcomes())))
        else:
            pos.play(rng.choice(pos.legal_moves()))
    twin = pos.copy()
    twin.undo()
    assert twin != pos
    assert pickle.loads(pickle.dumps(opened)) == opened
    with pytest.raises(TypeError):
        hash(pos)


def test_unpickled_positions_remember_their_moves():
    pos = isola("classic").start()
    pos.play(pos.legal_moves()[3])
    pos.play(pos.legal_moves()[5])
    again = pickle.loads(pickle.dumps(pos))
    assert again.moves == pos.moves
    again.undo()
    pos.undo()
    assert again == pos


def test_positions_of_different_games_differ():
    assert isola().start() != isola("classic").start()
    assert isola().start() != "isola"
    assert isola() == isola() and hash(isola()) == hash(isola())
    assert isola() != isola("classic")


def test_pictures():
    pos = isola().start()
    assert pos._repr_svg_().startswith("<svg ") and pos.svg(cell=20).rstrip().endswith("</svg>")
    assert str(pos).splitlines()[0].split() == list("ABC") or "X" in str(pos)
    assert pos.draw(unicode=False).isascii()
    assert "\x1b[" in pos.draw(colour=True)
    cells = pos.cells()
    assert len(cells) == 3 and all(len(row) == 3 for row in cells)
    assert [sign for row in cells for sign in row].count("") == 7
    assert repr(pos).startswith("<Position of isola: ")


def test_maps_are_files_texts_or_names(tmp_path: Path):
    by_name = plyground.game("reversixt", map="duel")
    assert by_name.map == "duel"
    file = tmp_path / "mine.map"
    file.write_text(by_name.map_text)
    by_file = plyground.game("reversixt", map=file)
    assert by_file.map == "mine"
    by_text = plyground.game("reversixt", map=by_name.map_text)
    assert by_name.start().text == by_file.start().text == by_text.start().text
    assert by_name.start() == by_text.start()


def test_variants_may_be_dictionaries():
    game = plyground.game("einstein", variant={"size": 4, "stones": 3})
    assert game.variant == plyground.game("einstein", variant="size=4,stones=3").variant
    assert len(game.start().cells()) == 4


def test_setups_of_einstein():
    game = plyground.game("einstein")
    starts = {game.random_start(seed).text for seed in range(20)}
    assert len(starts) > 15
    assert game.random_start(7) == game.random_start(7)


def test_moves_lead_to_the_first_position():
    game = plyground.game("isola", variant=SMALL, moves="b2")
    assert game.start().turn == 2
    assert game.start() == isola().position(moves="b2")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: plyground.game("isla"), "there is no game `isla`; did you mean `isola`?"),
        (lambda: plyground.game("isola", variant="cols=0"), "variant `"),
        (lambda: plyground.game("isola", map="torus"), "isola has no maps"),
        (lambda: plyground.game("reversixt", map="tours"), "no built-in map `tours`; did you mean `torus`?"),
        (lambda: plyground.game("reversixt", map="2\n1\n"), "line"),
        (lambda: isola().position("nonsense"), "position `nonsense`"),
        (lambda: isola().start().play("z9"), "`z9`"),
        (lambda: isola().start().play("a2 b1"), "is not one move"),
        (lambda: isola().start().play(""), "is not one move"),
        (lambda: isola().position(moves="b2 b2"), "move 2 \\(`b2`\\)"),
    ],
)
def test_wrong_values_are_answered_with_the_sentence_of_the_command_line(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: plyground.game("isola", variant=3),
        lambda: isola().start().play(3),
        lambda: plyground.game("einstein").start().roll("3"),
        lambda: isola().position(7),
        lambda: plyground.perft(isola(), 1),
    ],
)
def test_wrong_types_are_type_errors(call):
    with pytest.raises(TypeError):
        call()
