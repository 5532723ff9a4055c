"""Plyground against OpenSpiel on EinStein würfelt nicht, in one run: prints speeds and their ratios.

Needs `pip install open_spiel numpy`. Run it on a quiet machine:

    python python/benchmarks/against_openspiel.py [seconds per measurement]
"""

import random
import sys
import time
import timeit

import plyground
import pyspiel
from plyground import learn

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
THEIRS = pyspiel.load_game("einstein_wurfelt_nicht")
OURS = plyground.game("einstein")


def rate(work):
    """How much `work` gets done per second: the best of three runs."""
    best = 0.0
    for _ in range(3):
        begun, done = time.perf_counter(), 0
        while time.perf_counter() - begun < SECONDS / 3:
            done += work()
        best = max(best, done / (time.perf_counter() - begun))
    return best


def their_steps(draw=random.random):
    state = THEIRS.new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
        steps += 1
    return steps


def our_steps(draw=random.random):
    pos = OURS.random_start()
    steps = 0
    while not pos.is_over:
        if pos.is_chance:
            pos.roll()
        else:
            moves = pos.legal_moves()
            pos.play(moves[int(draw() * len(moves))])
        steps += 1
    return steps


def after_the_set_up(state):
    """The position after OpenSpiel's chance nodes: set-ups, then the first roll."""
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def their_rollouts():
    """Games of two C++ bots that move at random, without a line of Python in between."""
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in (0, 1)]
    state = after_the_set_up(THEIRS.new_initial_state())
    for _ in range(200):
        pyspiel.evaluate_bots(state.clone(), bots, random.getrandbits(31))
    return 200


def their_evaluator():
    """One search of C++ MCTS whose evaluator plays 1000 games per leaf: nearly all of its time are roll-outs."""
    evaluator = pyspiel.RandomRolloutEvaluator(1000, random.getrandbits(31))
    bot = pyspiel.MCTSBot(THEIRS, evaluator, 2.0, 4, 10, False, 42, False)
    bot.step(after_the_set_up(THEIRS.new_initial_state()))
    return 4000


def our_rollouts(threads):
    pos = OURS.start()
    pos.roll(1)
    return lambda: len(learn.playouts(pos, 50_000, threads=threads, seed=random.getrandbits(60), progress=False).turns)


def shortest(work, tries=100):
    """The shortest of many bursts: on a busy machine the one that had the cores for itself."""
    times = []
    for _ in range(tries):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def our_selfplay(threads):
    """Positions per second of self-play into arrays."""
    count = len(learn.selfplay(OURS, 600, "random", seed=1, progress=False))
    return count / shortest(lambda: learn.selfplay(OURS, 600, "random", threads=threads, seed=1, progress=False))


def main():
    state = after_the_set_up(THEIRS.new_initial_state())
    pos = OURS.start()
    pos.roll(6)
    theirs = min(timeit.repeat(state.legal_actions, number=20_000, repeat=7)) / 20_000

    def listed():
        pos.undo()
        pos.roll(6)
        pos.legal_moves()

    def unlisted():
        pos.undo()
        pos.roll(6)

    fresh = min(timeit.repeat(listed, number=20_000, repeat=7)) - min(timeit.repeat(unlisted, number=20_000, repeat=7))
    again = min(timeit.repeat(pos.legal_moves, number=20_000, repeat=7)) / 20_000
    moves = len(pos.legal_moves())
    print(f"legal moves of one position: OpenSpiel {1e9 * theirs:.0f} ns for {len(state.legal_actions())} numbers; "
          f"plyground {1e9 * fresh / 20_000:.0f} ns for {moves} texts, {1e9 * again:.0f} ns when asked again")
    their_pace, our_pace = rate(their_steps), rate(our_steps)
    print(f"stepwise play from Python:   OpenSpiel {their_pace:,.0f} steps/s; plyground {our_pace:,.0f} steps/s; "
          f"ratio {our_pace / their_pace:.1f}")
    bots, evaluator = rate(their_rollouts), rate(their_evaluator)
    print(f"roll-outs in C++:            OpenSpiel {bots:,.0f} games/s by evaluate_bots, {evaluator:,.0f} games/s by its evaluator")
    fastest = max(bots, evaluator)
    one, two = rate(our_rollouts(1)), rate(our_rollouts(2))
    print(f"play-outs in batch:          plyground {one:,.0f} games/s with one thread (ratio {one / fastest:.0f}), "
          f"{two:,.0f} games/s with two (ratio {two / fastest:.0f}); two threads are {two / one:.2f} times one")
    one, two = our_selfplay(1), our_selfplay(2)
    print(f"self-play into arrays:       plyground {one:,.0f} positions/s with one thread, {two:,.0f} with two: "
          f"{two / one:.2f} times")


if __name__ == "__main__":
    main()
