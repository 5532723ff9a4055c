"""Our games in other people's libraries, checked by their own tests."""

import random

import plyground
import pytest

np = pytest.importorskip("numpy")

BOARDS = [
    ("isola", "cols=4,rows=4", None),
    ("einstein", None, None),
    ("reversixt", None, None),
    ("reversixt", None, "torus"),
    ("reversixt", None, "skirmish"),
]


class Stones(plyground.Rules):
    """Take one or two stones; who takes the last one wins."""

    longest = 7

    def start(self):
        return (7, 1)

    def turn(self, state):
        return state[1] if state[0] else None

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 3 - state[1])

    def payoffs(self, state):
        return (-1, 1) if state[1] == 1 else (1, -1)

    def all_moves(self):
        return [1, 2]

    def board(self, state):
        return ["1" * state[0] + "." * (7 - state[0])]


@pytest.fixture(scope="module")
def openspiel():
    pytest.importorskip("pyspiel")
    from plyground import openspiel

    return openspiel


@pytest.mark.parametrize("board", BOARDS)
def test_openspiels_random_simulations(openspiel, board):
    import pyspiel

    name, variant, map_name = board
    pyspiel.random_sim_test(openspiel.game(name, variant, map=map_name), num_sims=3, serialize=False, verbose=False)


def test_openspiel_loads_registered_games(openspiel):
    import pyspiel

    game = pyspiel.load_game("plyground_isola", {"variant": "cols=4,rows=4"})
    state = game.new_initial_state()
    assert str(state) == plyground.game("isola", variant="cols=4,rows=4").start().text
    assert "plyground_einstein" in pyspiel.registered_names()


def test_states_agree_with_positions(openspiel):
    rng = random.Random(1)
    game = openspiel.game("einstein")
    state = game.new_initial_state()
    pos = plyground.game("einstein").start()
    while not state.is_terminal():
        if state.is_chance_node():
            assert dict(state.chance_outcomes()) == {face - 1: chance for face, chance in pos.outcomes().items()}
            action = rng.choice(state.chance_outcomes())[0]
            pos.roll(action + 1)
        else:
            assert state.current_player() == pos.turn - 1 and state.legal_actions() == pos.legal_actions()
            action = rng.choice(state.legal_actions())
            assert state.action_to_string(action) == pos.action_text(action)
            pos.play_action(action)
        state.apply_action(action)
        assert str(state) == pos.text
    assert state.returns() == [1.0, -1.0] if pos.winner == 1 else [-1.0, 1.0]


def test_observation_tensors(openspiel):
    from plyground import learn

    game = openspiel.game("isola", "cols=4,rows=4")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    tensor = np.array(state.observation_tensor(0)).reshape(game.plyground.observation_shape)
    assert (tensor == learn.observe(state.position)).all()


@pytest.mark.parametrize("chosen", [("isola", "cols=4,rows=4"), ("einstein", "tiny"), (Stones(), None)])
def test_openspiels_mcts_plays_our_games(openspiel, chosen):
    """Its search in Python wins most games against random moves."""
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    first, variant = chosen
    game = openspiel.game(first, variant) if isinstance(first, str) else openspiel.game(plyground.game(first))
    rng = np.random.RandomState(1)
    points, games = 0, 6
    for number in range(games):
        bot = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(int(rng.choice(actions, p=chances)))
            elif state.current_player() == number % 2:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        points += state.returns()[number % 2]
    assert points > 0


def test_openspiels_minimax_finds_the_theory_of_the_stones(openspiel):
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    value, action = minimax.alpha_beta_search(openspiel.game(plyground.game(Stones())))
    assert value == 1.0 and action == 0  # seven stones: take one and leave six


@pytest.fixture(scope="module")
def zoo():
    pytest.importorskip("pettingzoo")
    from plyground import pettingzoo

    return pettingzoo


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("board", BOARDS)
def test_pettingzoos_api_test(zoo, board):
    from pettingzoo.test import api_test

    name, variant, map_name = board
    options = {key: value for key, value in (("variant", variant), ("map", map_name)) if value}
    api_test(zoo.env(name, **options), num_cycles=60)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_seed_test(zoo):
    from pettingzoo.test import seed_test

    seed_test(lambda: zoo.env("einstein"), num_cycles=20)


def test_episodes_of_pettingzoo(zoo):
    env = zoo.env("einstein", render_mode="ansi")
    rng = np.random.default_rng(1)
    for seed in range(5):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        assert sorted(totals.values()) == [-1.0, 1.0]
        winner = env.unwrapped.position.winner
        assert totals[f"player_{winner}"] == 1.0
    assert "red" in env.render()
