#!/usr/bin/python3
"""The Python module: module_test.py FOLDER, where the folder holds the built package niemen."""

import copy
import os
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
if len(sys.argv) > 1 and os.path.isdir(sys.argv[1]):
    PACKAGE = os.path.abspath(sys.argv.pop(1))
else:
    PACKAGE = str(ROOT / "build/release/python")
sys.path.insert(0, PACKAGE)
os.environ.setdefault("NIEMEN_CONFIGS", str(ROOT / "configs"))

import numpy  # noqa: E402
import niemen  # noqa: E402

MECHANISMS = ["lorn-valley", "portugal-1810", "grand-tactical-1812", "borodino-1812"]


def first_choice(seen):
    return seen.legal_actions()[0]


def after(game, steps, seed=7):
    """The position after so many random decisions and dice, where a side decides."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    state.apply_chance(seed)
    while len(state.history()) < steps:
        state.apply_action(chance.choice(state.legal_actions()))
        state.apply_chance(seed)
        if state.is_terminal():
            state = game.new_initial_state()
            state.apply_chance(seed)
    return state


def play_out(state, seed=3):
    chance = random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes())
            state.apply_action(chance.choices(actions, shares)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    return state


def in_python(text, **options):
    """Runs a program with the module on its path."""
    return subprocess.run([sys.executable, "-X", "faulthandler", "-c", text], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": PACKAGE}, timeout=300, **options)


def ends_amid(work):
    """Runs a program that ends while another thread of it is at work."""
    return in_python(
        "import niemen, threading, time\n"
        "game = niemen.load_game('lorn-valley'); fleet = niemen.VectorEnv(game, 8)\n"
        "state = game.new_initial_state(); state.apply_chance(1)\n"
        "def forever(seen):\n"
        "    while True: pass\n"
        "def use():\n"
        f"    {work}\n"
        "threading.Thread(target=use, daemon=True).start(); time.sleep(0.5)\n"
        "print('ended')\n")


def numbers_of(view, layout, board, player):
    """What Game.tensor_layout() says of a view, counted here."""
    mine, places = "ab"[player], layout["places"]
    numbers = {name: numpy.zeros(places) for name in layout["planes"]}
    scalars = dict.fromkeys(layout["scalars"], 0)

    def plane(counter, words):
        whose = "mine" if counter["side"] == mine else "theirs"
        return numbers[next(name for name in layout["planes"]
                            if name.startswith(whose + ":") and words in name)]

    def scalar(words):
        return next(name for name in layout["scalars"] if words in name)
    for counter in view["counters"]:
        if "side" not in counter:
            continue
        count = counter.get("count", 1)
        strength = counter.get("strength", 0) * max(count, 1)
        if "place" not in counter:
            if "arrives" in counter:
                whose = "mine" if counter["side"] == mine else "theirs"
                scalars[scalar(whose + ": strength still to come")] += strength
            continue
        place = counter["place"]
        plane(counter, "strength")[place] += strength
        plane(counter, ": counters")[place] += count
        plane(counter, "face down")[place] += 0 if counter.get("known", True) else count
        if "commander" in counter["kind"] or "leader" in counter["kind"]:
            plane(counter, "Commanders")[place] += count
        if any(word in counter["kind"] for word in ("depot", "train", "supply")):
            plane(counter, "Depots")[place] += count
    owner, marks, points = layout["planes"][-3:]
    numbers[points][:] = [space.get("points", 0) for space in board["spaces"]]
    for space in view["spaces"]:
        numbers[owner][space["place"]] = {None: 0, mine: 1}.get(space.get("owner"), -1)
        numbers[marks][space["place"]] = len(space.get("marks", []))
    plain = layout["scalars"]
    scalars[plain[0]] = view["turn"]
    scalars[plain[1]] = int(view["actor"] == mine)
    scalars[plain[2]] = player
    for line in view["account"]:
        if "side" in line:
            scalars[plain[3 if line["side"] == mine else 4]] += line["points"]
    for track in view["tracks"]:
        name = "track " + track["id"]
        if "side" in track:
            name += " mine" if track["side"] == mine else " theirs"
        if name in scalars:
            scalars[name] = track["value"]
    return numpy.concatenate([*numbers.values(), [scalars[name] for name in plain]])


class GameTest(unittest.TestCase):
    def test_a_game_says_what_it_is(self):
        game = niemen.load_game("lorn-valley")
        self.assertEqual(game.title, "lorn-valley")
        self.assertEqual(game.num_players(), 2)
        self.assertEqual(len(game.sides), 2)
        self.assertIn(game.preset, game.presets)
        self.assertIn(game.scenario, game.scenarios)
        self.assertGreater(game.max_game_length(), 100)
        keys = {row["key"]: row for row in game.parameters()}
        self.assertGreater(len(keys), 20)
        self.assertTrue(all(row["allowed"] and row["help"] for row in keys.values()))

    def test_titles_are_those_of_the_folder(self):
        self.assertEqual(niemen.game_titles(),
                         sorted(folder.name for folder in (ROOT / "configs/games").iterdir()))

    def test_a_game_loaded_again_is_the_same(self):
        game = niemen.load_game("russia-1812")
        again = niemen.load_game("russia-1812")
        self.assertEqual(game, again)
        self.assertEqual(len({game, again, pickle.loads(pickle.dumps(game))}), 1)
        self.assertEqual(pickle.loads(pickle.dumps(game.new_initial_state())).get_game(), game)
        flag = next(row for row in game.parameters() if row["type"] == "flag")
        for other in (niemen.load_game("russia-1812", scenario="retreat"),
                      niemen.load_game("russia-1812", preset="optional"),
                      niemen.load_game("russia-1812", set={flag["key"]: not flag["value"]}), 3, None):
            self.assertNotEqual(game, other)

    def test_names_are_told_as_people_write_them(self):
        for kind in (niemen.State, niemen.Game, niemen.IllegalAction, niemen.VectorEnv):
            self.assertEqual(kind.__module__, "niemen")
        refused = pickle.loads(pickle.dumps(niemen.IllegalAction("action 3")))
        self.assertIsInstance(refused, niemen.InputError)
        self.assertEqual(repr(refused), "IllegalAction('action 3')")

    def test_errors_are_one_line_of_what_is_allowed(self):
        for attempt, word in ((lambda: niemen.load_game("no-such-game"), "no-such-game"),
                              (lambda: niemen.load_game("lorn-valley", preset="x"), "plain"),
                              (lambda: niemen.load_game("lorn-valley", set={"no.key": 1}), "no.key"),
                              (lambda: niemen.agent("nobody"), "captain")):
            with self.assertRaises(niemen.InputError) as caught:
                attempt()
            self.assertIn(word, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))
            self.assertIsInstance(caught.exception, ValueError)

    def test_a_folder_is_a_game_and_set_changes_it(self):
        plain = niemen.load_game(ROOT / "configs/games/lorn-valley")
        row = next(row for row in plain.parameters() if row["type"] == "flag")
        other = niemen.load_game("lorn-valley", set={row["key"]: row["default"] != "true"})
        self.assertNotEqual(plain.data_hash, "")
        if other.data_hash == plain.data_hash:
            other = niemen.load_game("lorn-valley", set={row["key"]: row["default"] == "true"})
        self.assertNotEqual(plain.data_hash, other.data_hash)


    def test_every_game_says_its_parameters_and_takes_them(self):
        for folder in sorted((ROOT / "configs/games").iterdir()):
            with self.subTest(folder.name):
                game = niemen.load_game(folder.name)
                rows = game.parameters()
                self.assertGreater(len(rows), 20)
                self.assertTrue(all(row["allowed"] and row["help"] for row in rows))
                self.assertTrue(all(row["value"] is not None for row in rows))
                same = niemen.load_game(folder.name, set={row["key"]: row["value"] for row in rows})
                self.assertEqual({row["key"]: row["value"] for row in same.parameters()},
                                 {row["key"]: row["value"] for row in rows})
                flag = next(row for row in rows if row["type"] == "flag")
                other = niemen.load_game(folder.name, set={flag["key"]: not flag["value"]})
                value = {row["key"]: row["value"] for row in other.parameters()}[flag["key"]]
                self.assertEqual(value, not flag["value"])
                self.assertNotEqual(other.data_hash, game.data_hash)
                number = next(row for row in rows if row["type"] == "integer")
                with self.assertRaises(niemen.InputError) as caught:
                    niemen.load_game(folder.name, set={number["key"]: 1 << 30})
                self.assertIn(number["allowed"].split()[-1], str(caught.exception))


class StateTest(unittest.TestCase):
    def test_campaigns_of_every_mechanism_play_to_the_end(self):
        for title in MECHANISMS:
            with self.subTest(title):
                game = niemen.load_game(title)
                state = play_out(game.new_initial_state())
                self.assertEqual(state.current_player(), -4)
                self.assertEqual(state.legal_actions(), [])
                self.assertEqual(sum(state.returns()), 0)
                self.assertIn(state.returns()[0], (-1, 0, 1))
                self.assertIn("margin", state.outcome())
                self.assertLessEqual(len(state.history()), game.max_game_length())

    def test_chance_has_exact_probabilities(self):
        state = niemen.load_game("lorn-valley").new_initial_state()
        chance = random.Random(1)
        while not state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        self.assertEqual(state.current_player(), -1)
        outcomes = state.chance_outcomes()
        self.assertAlmostEqual(sum(share for _, share in outcomes), 1)
        self.assertEqual([action for action, _ in outcomes], state.legal_actions())
        self.assertEqual(state.legal_actions(0), [])

    def test_a_clone_goes_its_own_way_and_undo_takes_back(self):
        state = after(niemen.load_game("lorn-valley"), 200)
        for other in (state.clone(), copy.copy(state), copy.deepcopy(state)):
            self.assertEqual(other, state)
            other.apply_action(other.legal_actions()[-1])
            self.assertNotEqual(other.history(), state.history())
            player = state.current_player()
            other.undo_action(player, other.history()[-1])
            self.assertEqual(other, state)
            self.assertEqual(other.to_string(), state.to_string())
        with self.assertRaises(niemen.InputError):
            state.undo_action(0, 4_000_000_000)

    def test_an_illegal_action_names_the_rule_and_does_nothing(self):
        state = after(niemen.load_game("lorn-valley"), 60)
        before = state.to_string()
        legal = set(state.legal_actions())
        action = next(a for a in range(100_000) if a not in legal)
        with self.assertRaises(niemen.IllegalAction) as caught:
            state.apply_action(action)
        why = state.why(action)
        self.assertFalse(why["ok"])
        self.assertIn(why["rule"] or why["reason"], str(caught.exception))
        self.assertTrue(state.why(min(legal))["ok"])
        for wrong in (-1, 1 << 32, 1 << 62):
            with self.assertRaises(niemen.IllegalAction):
                state.apply_action(wrong)
        for wrong in ("x", None, 1.5):
            with self.assertRaises(TypeError):
                state.apply_action(wrong)
        self.assertEqual(state.to_string(), before)

    def test_any_number_is_refused_with_a_rule_in_every_game(self):
        for folder in sorted((ROOT / "configs/games").iterdir()):
            game = niemen.load_game(folder.name)
            chance, state = random.Random(5), game.new_initial_state()
            state.apply_chance(1)
            refused = 0
            for _ in range(600):
                if state.is_terminal():
                    break
                legal = state.legal_actions()
                action = chance.choice(legal)
                for number in (action ^ 1 << chance.randrange(32), chance.getrandbits(32),
                               action + chance.randrange(300), chance.getrandbits(14)):
                    said = state.why(number)
                    self.assertEqual(said["ok"], number in legal, (folder.name, number))
                    if not said["ok"]:
                        refused += 1
                        self.assertTrue(said["rule"] and said["reason"], (folder.name, number))
                state.apply_action(action)
                state.apply_chance(1)
            self.assertGreater(refused, 500, folder.name)

    def test_text_notation_and_bytes_go_both_ways(self):
        game = niemen.load_game("russia-1812", scenario="retreat")
        state = after(game, 100)
        for action in state.legal_actions()[:20]:
            text = state.action_to_string(action)
            self.assertEqual(state.string_to_action(text), action)
            self.assertEqual(state.action_to_string(state.current_player(), action), text)
        self.assertEqual(game.deserialize_state(state.serialize()), state)
        self.assertEqual(pickle.loads(pickle.dumps(state)), state)
        self.assertEqual(game.new_state_from_text(state.to_string()), state)
        for wrong in ("", "[]", '{"actions": 3}', state.serialize().replace('"data_hash":"', '"data_hash":"0')):
            with self.assertRaises(niemen.InputError):
                game.deserialize_state(wrong)
        deep = "[" * 1_000_000 + "]" * 1_000_000
        for text in (state.serialize().replace('"actions":[', '"actions":[' + deep + ","),
                     '{"actions":[],"start":%s,"data_hash":%s}' % (deep, deep)):
            with self.assertRaises(niemen.InputError):
                game.deserialize_state(text)

    def test_a_state_outlives_the_name_of_its_game(self):
        state = niemen.load_game("lorn-valley").new_initial_state()
        actions = play_out(state).history()
        self.assertGreater(len(actions), 10)
        self.assertEqual(state.get_game().title, "lorn-valley")

    def test_keys_name_the_dice(self):
        game = niemen.load_game("portugal-1810")
        self.assertEqual(after(game, 300).history(), after(game, 300).history())

    def test_a_view_has_board_counters_and_choices(self):
        state = after(niemen.load_game("lorn-valley"), 30)
        view = state.view()
        self.assertEqual(len(view["choices"]), len(state.legal_actions()))
        self.assertEqual(state.view(1 - state.current_player())["choices"], [])
        self.assertTrue(view["counters"])
        self.assertTrue(state.step()["question"])
        state.apply_action(state.legal_actions()[0])
        for event in state.events(0):
            self.assertIn("kind", event)

    def test_odds_are_shares(self):
        state = after(niemen.load_game("lorn-valley"), 100)
        odds = state.odds([state.legal_actions()[0]], trials=50)
        self.assertAlmostEqual(sum(one["share"] for one in odds["results"]), 1, places=6)
        with self.assertRaises(niemen.IllegalAction):
            state.odds([4_000_000_000])


class HidingTest(unittest.TestCase):
    """What is dealt again out of a seat's sight changes nothing that the seat is given."""

    def test_a_redeal_leaves_all_that_a_seat_is_given(self):
        differed = 0
        for title, preset in (("borodino-1812", ""), ("strategic-1812", ""),
                              ("russia-1812", "optional")):
            game = niemen.load_game(title, preset=preset)
            for steps in (60, 400):
                state = after(game, steps)
                for player in (0, 1):
                    chance = random.Random(steps)
                    for _ in range(3):
                        other = state.resample_from_infostate(player, chance.random)
                        differed += other.to_string() != state.to_string()
                        numpy.testing.assert_array_equal(other.observation_tensor(player),
                                                         state.observation_tensor(player))
                        numpy.testing.assert_array_equal(other.information_state_tensor(player),
                                                         state.information_state_tensor(player))
                        self.assertEqual(other.information_state_string(player),
                                         state.information_state_string(player))
                        self.assertEqual(other.view(player), state.view(player))
                        self.assertEqual(other.legal_actions(player),
                                         state.legal_actions(player))
                        # Nor does a lot that nobody names tell one from the other.
                        self.assertEqual(other.resample_from_infostate(player).to_string(),
                                         state.resample_from_infostate(player).to_string())
                        seen = other.observation(player)
                        self.assertEqual(seen.view(), state.view(player))
        self.assertGreater(differed, 5)

    def test_a_tensor_counts_what_the_view_shows(self):
        """Each number again, from the dictionaries of the view, whose order and words play no part."""
        for title in [*MECHANISMS, "strategic-1812"]:
            game = niemen.load_game(title)
            layout, board = game.tensor_layout(), game.board()
            for steps in (20, 300):
                state = after(game, steps)
                for player in (0, 1):
                    numpy.testing.assert_array_equal(
                        state.observation_tensor(player),
                        numbers_of(state.view(player), layout, board, player),
                        f"{title}, {steps} steps, player {player}")

    def test_a_tensor_is_what_its_layout_says(self):
        game = niemen.load_game("russia-1812")
        state = after(game, 300)
        layout = game.tensor_layout()
        numbers = state.observation_tensor(0)
        self.assertEqual(numbers.dtype, numpy.float32)
        self.assertEqual(numbers.shape, tuple(game.observation_tensor_shape()))
        planes = layout["places"] * len(layout["planes"])
        self.assertEqual(len(numbers), planes + len(layout["scalars"]))
        strength = numbers[:layout["places"]]
        view = state.view(0)
        mine = sum(counter.get("strength", 0) * counter.get("count", 1)
                   for counter in view["counters"]
                   if counter.get("side") == "a" and "place" in counter)
        self.assertGreater(strength.sum(), 0)
        self.assertEqual(strength.sum(), mine)
        self.assertEqual(numbers[planes], state.turn())


class Sampler:
    """Numbers from 0 to 1, called like OpenSpiel's UniformProbabilitySampler."""

    def __init__(self, chance):
        self.chance = chance

    def __call__(self):
        return self.chance.uniform()


class SearcherTest(unittest.TestCase):
    def test_a_search_of_information_sets_needs_no_other_calls_than_openspiels(self):
        """The calls, with numpy's numbers, of OpenSpiel's searchers (mcts.py, ismcts.py)."""
        game = niemen.load_game("borodino-1812")
        kind = game.get_type()
        self.assertIn("TERMINAL", str(kind.reward_model))
        self.assertIn("SEQUENTIAL", str(kind.dynamics))
        self.assertIn("IMPERFECT_INFORMATION", str(kind.information))
        self.assertEqual((game.min_utility(), game.max_utility(), game.utility_sum()), (-1, 1, 0))
        chance = numpy.random.RandomState(4)
        state = after(game, 80)
        root = (state.current_player(), state.information_state_string())
        nodes = {}

        def rollout(position):
            working = position.clone()
            while not working.is_terminal():
                if working.is_chance_node():
                    actions, shares = zip(*working.chance_outcomes())
                    action = chance.choice(actions, p=shares)
                else:
                    action = chance.choice(working.legal_actions())
                working.apply_action(action)
            return numpy.array(working.returns())

        def visit(position):
            if position.is_terminal():
                return position.returns()
            if position.is_chance_node():
                actions, shares = zip(*position.chance_outcomes())
                position.apply_action(chance.choice(actions, p=shares))
                return visit(position)
            player = position.current_player()
            key = (player, position.information_state_string())
            if key not in nodes:
                nodes[key] = {action: [0, 0.0]
                              for action in position.legal_actions(position.current_player())}
                return rollout(position)
            self.assertEqual(list(nodes[key]), position.legal_actions())
            untried = [action for action, one in nodes[key].items() if one[0] == 0]
            action = chance.choice(untried or list(nodes[key]))
            nodes[key][action][0] += 1
            position.apply_action(action)
            returns = visit(position)
            nodes[key][action][1] += returns[player]
            return returns

        for _ in range(20):
            world = state.resample_from_infostate(state.current_player(), Sampler(chance))
            self.assertEqual((world.current_player(), world.information_state_string()), root)
            visit(world)
        self.assertEqual(sum(one[0] for one in nodes[root].values()), 19)


    def test_a_search_of_positions_needs_no_other_calls_than_openspiels(self):
        """The same of mcts.py: a tree of actions with chance in it, and what is solved told upwards."""
        game = niemen.load_game("lorn-valley")
        chance = numpy.random.RandomState(5)
        ended = play_out(game.new_initial_state(), seed=6).history()
        solved = 0
        for left in (1, 2, 3, 40):
            state = game.new_initial_state()
            for action in ended[:-left]:
                state.apply_action(action)
            nodes = {}

            def visit(position, path):
                if position.is_terminal():
                    self.assertEqual(position.returns()[0], -position.returns()[1])
                    return position.returns(), True
                player = position.current_player()
                if position.is_chance_node():
                    self.assertEqual(player, -1)
                    prior = position.chance_outcomes()
                    chance.shuffle(prior)  # a list of the caller's own
                    self.assertEqual(sorted(prior), position.chance_outcomes())
                    actions, shares = zip(*position.chance_outcomes())
                    action = chance.choice(actions, p=shares)
                else:
                    action = chance.choice(position.legal_actions(player))
                    self.assertTrue(position.action_to_string(player, action))
                position.apply_action(action)
                if path not in nodes:
                    nodes[path] = 0
                    while not position.is_terminal():
                        position.apply_action(chance.choice(
                            [one for one, _ in position.chance_outcomes()]
                            if position.is_chance_node() else position.legal_actions()))
                    return numpy.array(position.returns()), False
                nodes[path] += 1
                return visit(position, (*path, int(action)))

            for _ in range(30):
                returns, at_end = visit(state.clone(), ())
                solved += at_end and max(returns) == game.max_utility()
            self.assertEqual(state.history(), ended[:-left])
        self.assertGreater(solved, 0)

    def test_smaller_names_of_openspiel_are_there(self):
        game = niemen.load_game("lorn-valley")
        state = game.new_initial_state()
        self.assertTrue(state.is_initial_state())
        self.assertFalse(state.is_mean_field_node())
        state.apply_chance(1)
        state.apply_action(state.legal_actions()[0])
        self.assertFalse(state.is_initial_state())
        self.assertEqual(list(map(int, state.history_str().split())), state.history())
        self.assertEqual(state.num_distinct_actions(), game.num_distinct_actions())
        for title in MECHANISMS:
            other = after(niemen.load_game(title), 90)
            mask = other.legal_actions_mask()
            self.assertEqual(mask.shape, (other.num_distinct_actions(),))
            self.assertEqual(list(numpy.flatnonzero(mask)), other.legal_actions())
            self.assertFalse(other.legal_actions_mask(1 - other.current_player()).any())
            self.assertFalse(play_out(other).legal_actions_mask().any())
        self.assertEqual(game.get_parameters(),
                         {row["key"]: row["value"] for row in game.parameters()})

    def test_types_are_pyspiels_where_that_is_installed(self):
        """With a stand-in for the names of pyspiel that OpenSpiel's mcts.py and ismcts.py use."""
        program = in_python(
            "import enum, random, sys, types\n"
            "names = {'RewardModel': ['TERMINAL'], 'Dynamics': ['SEQUENTIAL'],\n"
            "         'Information': ['IMPERFECT_INFORMATION'], 'Utility': ['ZERO_SUM'],\n"
            "         'ChanceMode': ['EXPLICIT_STOCHASTIC']}\n"
            "pyspiel = types.ModuleType('pyspiel')\n"
            "pyspiel.GameType = types.SimpleNamespace(\n"
            "    **{name: enum.Enum(name, values) for name, values in names.items()})\n"
            "pyspiel.UniformProbabilitySampler = lambda low, high: lambda: random.uniform(low, high)\n"
            "sys.modules['pyspiel'] = pyspiel\n"
            "import niemen\n"
            "game = niemen.load_game('borodino-1812')\n"
            "kind = game.get_type()\n"
            "assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL\n"
            "assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL\n"
            "assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION\n"
            "state = game.new_initial_state(); state.apply_chance(1)\n"
            "player = state.current_player()\n"
            "world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0., 1.))\n"
            "assert world.information_state_string() == state.information_state_string()\n"
            "print('same')\n")
        self.assertEqual(program.stdout, "same\n", program.stderr)


class PlayTest(unittest.TestCase):
    def test_agents_and_callables_play_campaigns(self):
        game = niemen.load_game("lorn-valley")
        between = niemen.play_campaign(game, ["doctrine", "random"], seed=5)
        self.assertTrue(between.state.is_terminal())
        again = niemen.play_campaign(game, ["doctrine", "random"], seed=5)
        self.assertEqual(between.state.history(), again.state.history())
        mixed = niemen.play_campaign(game, ["doctrine", first_choice], seed=5)
        self.assertTrue(mixed.state.is_terminal())
        self.assertEqual(mixed.players, ("doctrine", "first_choice"))
        self.assertGreater(mixed.decisions, 10)
        table = niemen.play_match(game, [first_choice, "random"], campaigns=3)
        self.assertEqual(len(table), 3)
        self.assertIn("winner", table.columns)

    def test_whoever_does_wrong_forfeits(self):
        game = niemen.load_game("lorn-valley")

        def raises(seen):
            raise KeyError("lost")

        def forever(seen):
            while True:
                pass
        for player, words in ((raises, "lost"), (lambda seen: "north", "str"),
                              (lambda seen: None, "NoneType"), (lambda seen: 1 << 70, "not legal"),
                              (lambda seen: -1, "not legal")):
            record = niemen.play_campaign(game, [player, "random"])
            self.assertEqual(record.forfeit[0], 0)
            self.assertIn(words, record.forfeit[1])
            self.assertEqual(record.winner, 1)
        record = niemen.play_campaign(game, [forever, "random"], answer_seconds=0.2)
        self.assertIn("0.2 seconds", record.forfeit[1])
        for wrong in (["random"], [3, "random"]):
            with self.assertRaises(TypeError):
                niemen.play_campaign(game, wrong)

    def test_nobody_waits_for_a_callable_that_does_not_hear(self):
        game = niemen.load_game("lorn-valley")
        end = threading.Event()

        def sleeps(seen):
            end.wait(100)
            return seen.legal_actions()[0]

        def catches(seen):
            while not end.is_set():
                try:
                    end.wait(100)
                except BaseException:
                    pass
            return seen.legal_actions()[0]
        try:
            for player in (sleeps, catches):
                record = niemen.play_campaign(game, [player, "random"], answer_seconds=0.2)
                self.assertEqual(record.forfeit, (0, "no answer within 0.2 seconds"))
                self.assertFalse(end.is_set())
            env = niemen.SeatEnv(game, player=0, opponent=sleeps, answer_seconds=0.2)
            self.assertIn("0.2 seconds", env.reset(seed=1)[1]["forfeit"])
        finally:
            end.set()
        threads = set()

        def looks(seen):
            threads.add(threading.get_ident())
            return seen.legal_actions()[0]
        for _ in range(3):
            niemen.play_campaign(game, [looks, "random"], answer_seconds=100)
        self.assertEqual(len(threads), 1)
        self.assertNotIn(threading.get_ident(), threads)

    def test_nothing_is_raised_in_a_thread_that_is_gone(self):
        """Its number may be that of another thread by then."""
        from niemen import _play
        helper, raised = _play._Helper(), []
        helper._questions.put(None)
        while not helper._gone:
            time.sleep(0.01)
        with unittest.mock.patch.object(_play, "_raise_in", lambda *told: raised.append(told)):
            helper.leave(KeyboardInterrupt)
            self.assertEqual(raised, [])
            other = _play._Helper()
            other.leave(KeyboardInterrupt)
        self.assertLessEqual(len(raised), 1)

    def test_a_title_stands_for_its_game(self):
        record = niemen.play_campaign("lorn-valley", ["doctrine", "random"], seed=4)
        again = niemen.play_campaign(niemen.load_game("lorn-valley"), ["doctrine", "random"], seed=4)
        self.assertEqual(record.state.history(), again.state.history())
        table = niemen.play_match("lorn-valley", ["doctrine", "random"], 2)
        self.assertEqual(len(table), 2)
        for row in table.itertuples():
            again = niemen.play_campaign("lorn-valley", ["doctrine", "random"], seed=int(row.seed))
            self.assertEqual((again.winner, again.decisions), (row.winner, row.decisions))
        self.assertNotIn("...", str(table))

    def test_arguments_that_make_no_sense_are_told_at_once(self):
        game, other = niemen.load_game("lorn-valley"), niemen.load_game("portugal-1810")
        for players in ([first_choice, "random"], ["random", "random"]):
            for kind, wrong in ((niemen.InputError, {"seed": -1}), (TypeError, {"seed": 1.5}),
                                (niemen.InputError, {"answer_seconds": -1}),
                                (niemen.InputError, {"answer_seconds": float("nan")}),
                                (niemen.InputError, {"answer_seconds": float("inf")}),
                                (TypeError, {"answer_seconds": "x"}),
                                (niemen.InputError, {"start": other.new_initial_state()}),
                                (TypeError, {"start": 3})):
                with self.subTest(wrong), self.assertRaises(kind) as caught:
                    niemen.play_campaign(game, players, **wrong)
                self.assertNotIn("\n", str(caught.exception))
        for campaigns in (0, -1):
            with self.assertRaises(niemen.InputError):
                niemen.play_match(game, ["random", "random"], campaigns=campaigns)
        for wrong in ({"answer_seconds": -1}, {"render_mode": "human"}, {"player": 2}):
            with self.assertRaises(niemen.InputError):
                niemen.SeatEnv(game, **wrong)
        with self.assertRaises(niemen.InputError):
            niemen.load_game("lorn-valley", set={"rules.river_attack=-3#": 1})

    def test_an_agent_decides_and_analyses(self):
        state = after(niemen.load_game("lorn-valley"), 40)
        captain = niemen.agent("captain")
        action = captain.decide(state, iterations=50)
        self.assertIn(action, state.legal_actions())
        self.assertEqual(niemen.agent("captain").decide(state.observation(), iterations=50), action)
        report = captain.analyse(state, iterations=50, seconds=0)
        self.assertIn(report["action"], state.legal_actions())
        self.assertGreaterEqual(report["iterations"], 1)
        with self.assertRaises(niemen.InputError):
            niemen.agent("doctrine").analyse(state)
        with self.assertRaises(TypeError):
            captain.decide("state")
        with self.assertRaises(niemen.InputError):
            captain.decide(play_out(state.clone()))
        for agent in (captain, niemen.agent("doctrine")):
            with self.assertRaises(niemen.InputError):
                agent.decide(state.observation(1 - state.current_player()))

    def test_an_agent_in_two_threads_is_refused(self):
        state = after(niemen.load_game("lorn-valley"), 40)
        captain = niemen.agent("captain")
        refused, begun = [], threading.Event()

        def think():
            begun.set()
            captain.decide(state, iterations=20_000, seconds=3)
        thread = threading.Thread(target=think)
        thread.start()
        begun.wait()
        end = time.monotonic() + 3
        while thread.is_alive() and not refused and time.monotonic() < end:
            try:
                captain.decide(state, iterations=1)
            except RuntimeError as error:
                refused.append(str(error))
        thread.join()
        self.assertTrue(refused and "another thread" in refused[0], refused)

    def test_ctrl_c_ends_a_search(self):
        program = in_python(
            "import niemen, _thread, threading\n"
            "s = niemen.load_game('lorn-valley').new_initial_state(); s.apply_chance(1)\n"
            "threading.Timer(0.5, _thread.interrupt_main).start()\n"
            "try:\n"
            "    niemen.agent('captain').analyse(s, seconds=100)\n"
            "except KeyboardInterrupt:\n"
            "    print('ended')\n")
        self.assertEqual(program.stdout, "ended\n", program.stderr)


class EnvironmentTest(unittest.TestCase):
    def test_the_points_of_pettingzoos_api_test(self):
        env = niemen.environment("lorn-valley")
        env.reset(seed=4)
        self.assertEqual(env.agents, env.possible_agents)
        self.assertEqual(env.num_agents, 2)
        steps, total = 0, {agent: 0.0 for agent in env.possible_agents}
        given, gone = dict.fromkeys(env.possible_agents, 0.0), set()
        for agent in env.agent_iter(20_000):
            seen, reward, terminated, truncated, info = env.last()
            self.assertIs(type(terminated), bool)
            self.assertFalse(truncated)
            self.assertNotIn(agent, gone)
            self.assertEqual(reward, given[agent])  # all since it was last asked
            given[agent] = 0.0
            if steps % 50 == 0:
                self.assertTrue(env.observation_space(agent).contains(seen))
                self.assertTrue(env.state_space.contains(env.state()))
            total[agent] += reward
            if terminated:
                env.step(None)
                gone.add(agent)
                for other, one in env.rewards.items():
                    given[other] += one
                for each in (env.rewards, env.terminations, env.truncations, env.infos):
                    self.assertEqual(list(each), env.agents)
                self.assertEqual(env.num_agents, len(env.agents))
                continue
            mask = seen["action_mask"]
            self.assertEqual(mask.sum(), len(info["actions"]))
            self.assertEqual(info["actions"], env.state_object.legal_actions())
            other = env.observe(env.possible_agents[1 - env.possible_agents.index(agent)])
            self.assertEqual(other["action_mask"].sum(), 0)
            self.assertIsNone(env.step(env.action_space(agent).sample(mask)))
            for other, one in env.rewards.items():
                given[other] += one
            steps += 1
        self.assertEqual((env.agents, gone), ([], set(env.possible_agents)))
        self.assertGreater(steps, 10)
        self.assertEqual(sum(total.values()), 0)
        with self.assertRaises(RuntimeError):
            env.step(0)
        try:
            from pettingzoo.test import api_test
        except ImportError:
            return
        api_test(niemen.environment("lorn-valley"), num_cycles=100)

    def test_the_same_seed_is_the_same_campaign(self):
        seen = []
        for _ in range(2):
            env = niemen.environment("portugal-1810")
            env.reset(seed=9)
            for _ in range(100):
                if not env.agents or env.last(observe=False)[2]:
                    break
                env.step(len(env.infos[env.agent_selection]["actions"]) // 2)
            seen.append(env.state_object.history())
        self.assertEqual(seen[0], seen[1])

    def test_seeds_name_campaigns_and_those_that_follow(self):
        def dice(seeds):
            env, seen = niemen.SeatEnv("lorn-valley", opponent="random"), []
            for seed in seeds:
                env.reset(seed=seed)
                seen.append(env.seed)
            return seen
        self.assertEqual(dice([5, None, None, 6]), dice([5, None, None, 6]))
        self.assertEqual(len(set(dice([5, None, None, 6]))), 4)
        env = niemen.environment("lorn-valley")
        for wrong, kind in (("a", TypeError), (1.5, TypeError), (-1, niemen.InputError)):
            with self.assertRaises(kind):
                env.reset(seed=wrong)

    def test_what_a_space_of_actions_samples_can_be_played(self):
        """The first loop that anybody writes."""
        env = niemen.SeatEnv("lorn-valley", opponent="random")
        env.action_space.seed(1)
        env.reset(seed=2)
        over, steps = False, 0
        while not over:
            over = env.step(env.action_space.sample())[2]
            steps += 1
        self.assertGreater(steps, 10)
        self.assertTrue(env.action_space.contains(env.action_space.sample()))
        both = niemen.environment("lorn-valley")
        both.reset(seed=2)
        for agent in both.agent_iter():
            over = both.last(observe=False)[2]
            both.step(None if over else both.action_space(agent).sample())
        self.assertEqual(both.agents, [])

    def test_an_action_is_any_whole_number(self):
        for number in (1, numpy.int64(1), numpy.int8(1), numpy.array(1)):
            env = niemen.SeatEnv("lorn-valley")
            env.reset(seed=1)
            env.step(number)
            both = niemen.environment("lorn-valley")
            both.reset(seed=1)
            both.step(number)
        for wrong in (True, numpy.True_, 1.0, numpy.array([1]), numpy.array(1.0), "1", None):
            with self.assertRaises(TypeError) as caught:
                env.step(wrong)
            self.assertIn("whole number", str(caught.exception))

    def test_gymnasiums_own_check_passes_where_it_is_installed(self):
        try:
            from gymnasium.utils.env_checker import check_env
        except ImportError:
            self.skipTest("Gymnasium is not installed")
        for title in MECHANISMS:
            check_env(niemen.SeatEnv(title), skip_render_check=True)

    def test_environments_are_copied_with_their_luck(self):
        def copies(one):
            return copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))
        for make in (lambda: niemen.SeatEnv("lorn-valley", opponent="doctrine"),
                     lambda: niemen.environment("lorn-valley", render_mode="svg")):
            env = make()
            env.reset(seed=4)
            for _ in range(3):
                env.step(0)
            position = getattr(env, "state_object", None) or env.state
            for other in copies(env)[1:]:
                self.assertIs(type(other), type(env))
                other.step(0)
                self.assertEqual(other.render_mode, env.render_mode)
                after_copy = getattr(other, "state_object", None) or other.state
                self.assertEqual(after_copy.history()[:position.move_number()], position.history())
                self.assertGreater(after_copy.move_number(), position.move_number())
            first, second = copies(env)[1:]
            first.reset()
            second.reset()
            self.assertEqual(first.seed, second.seed)
        game = niemen.load_game("borodino-1812")
        for other in copies(game):
            self.assertEqual(other.data_hash, game.data_hash)
        state = after(game, 60)
        seen = state.observation()
        for other in copies(seen):
            self.assertEqual(other.view(), seen.view())
            self.assertEqual(other.player, seen.player)
            self.assertEqual(other.legal_actions(), seen.legal_actions())
        for name in ("captain@30", "doctrine", str(ROOT / "configs/agents/random.toml")):
            for other in copies(niemen.agent(name)):
                self.assertEqual(other.asked, name)
                self.assertEqual(other.kind, niemen.agent(name).kind)

    def test_other_processes_play(self):
        program = in_python(
            "import multiprocessing, niemen\n"
            "game = niemen.load_game('lorn-valley')\n"
            "niemen.VectorEnv(game, 8).play(200)\n"
            "for way in ('spawn', 'fork'):\n"
            "    with multiprocessing.get_context(way).Pool(2) as pool:\n"
            "        records = pool.starmap_async(niemen.play_campaign,\n"
            "                                     [(game, ['doctrine', 'random'], key)\n"
            "                                      for key in (1, 2, 3)]).get(timeout=200)\n"
            "    print(*(record.state.is_terminal() for record in records))\n")
        self.assertEqual(program.stdout, "True True True\n" * 2, program.stderr)

    def test_a_learner_with_masks_finds_them(self):
        env = niemen.SeatEnv("lorn-valley", player=1)
        with self.assertRaises(RuntimeError):
            env.action_masks()
        seen, info = env.reset(seed=3)
        self.assertEqual(env.action_masks().dtype, bool)
        numpy.testing.assert_array_equal(env.action_masks(), seen["action_mask"] == 1)
        self.assertEqual(env.action_masks().sum(), len(info["actions"]))

    def test_bases_are_gymnasiums_and_pettingzoos_where_they_are(self):
        program = in_python(
            "import sys, types\n"
            "gymnasium, zoo = types.ModuleType('gymnasium'), types.ModuleType('pettingzoo')\n"
            "class Env:\n"
            "    def reset(self, *, seed=None, options=None): self.seeded = seed\n"
            "class AECEnv: pass\n"
            "gymnasium.Env, zoo.AECEnv = Env, AECEnv\n"
            "sys.modules.update(gymnasium=gymnasium, pettingzoo=zoo)\n"
            "import niemen\n"
            "import copy, pickle\n"
            "one = niemen.SeatEnv('lorn-valley'); one.reset(seed=4)\n"
            "for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):\n"
            "    assert type(other) is type(one) and isinstance(other, Env)\n"
            "print(isinstance(one, Env), one.seeded, isinstance(one, niemen.SeatEnv),\n"
            "      isinstance(niemen.environment('lorn-valley'), AECEnv))\n")
        self.assertEqual(program.stdout, "True 4 True True\n", program.stderr)

    def test_wrong_actions_are_exceptions(self):
        env = niemen.environment("lorn-valley")
        with self.assertRaises(RuntimeError):
            env.step(0)
        env.reset(seed=1)
        before = env.state_object.history()
        for wrong, kind in ((5000, niemen.IllegalAction), (-1, niemen.IllegalAction),
                            ("a", TypeError), (None, TypeError), (True, TypeError)):
            with self.assertRaises(kind):
                env.step(wrong)
        self.assertEqual(env.state_object.history(), before)
        with self.assertRaises(niemen.InputError):
            env.observe("nobody")

    def test_render_draws_what_the_seat_sees(self):
        env = niemen.environment("lorn-valley")
        env.reset(seed=1)
        self.assertTrue(env.render().lstrip().startswith("<"))
        env.render_mode = "rgb_array"
        picture = env.render()
        self.assertEqual(picture.dtype, numpy.uint8)
        self.assertEqual(picture.shape[2], 3)

    def test_one_seat_against_an_agent(self):
        env = niemen.SeatEnv("lorn-valley", player=1, opponent="doctrine")
        seen, info = env.reset(seed=3)
        over = False
        while not over:
            self.assertEqual(env.state.current_player(), 1)
            seen, reward, over, truncated, info = env.step(int(seen["action_mask"].sum()) - 1)
        self.assertIn(reward, (-1, 0, 1))
        self.assertEqual(reward, env.state.returns()[1])
        with self.assertRaises(RuntimeError):
            env.step(0)

        def fails(seen):
            raise OSError("away")
        env = niemen.SeatEnv("lorn-valley", player=1, opponent=fails)
        seen, info = env.reset(seed=3)
        over = "forfeit" in info
        while not over:
            seen, reward, over, truncated, info = env.step(0)
        self.assertIn("away", info["forfeit"])
        self.assertEqual(info["actions"], [])


class VectorTest(unittest.TestCase):
    def test_a_fleet_plays_like_states(self):
        game = niemen.load_game("lorn-valley")
        fleet = niemen.VectorEnv(game, 4, seed=3)
        self.assertEqual(len(fleet), 4)
        for _ in range(300):
            self.assertTrue((fleet.choices > 0).all())
            fleet.step(fleet.choices - 1)
            for i in range(4):
                row = fleet.legal[i, :fleet.choices[i]]
                self.assertTrue((numpy.diff(row.astype("int64")) > 0).all())
        self.assertEqual(fleet.rewards.shape, (4, 2))
        self.assertEqual(fleet.observe().shape, (4, game.observation_tensor_size()))
        view = fleet.observe()
        again = fleet.observe()
        self.assertTrue(numpy.shares_memory(view, again))
        with self.assertRaises(ValueError):
            view[0, 0] = 3

    def test_campaigns_end_and_begin_again(self):
        fleet = niemen.VectorEnv(niemen.load_game("portugal-1810"), 3, seed=1)
        ended = 0
        for _ in range(3000):
            fleet.step(numpy.zeros(3, "int64"))
            ended += int(fleet.over.sum())
            self.assertEqual(fleet.rewards.sum(), 0)
        self.assertEqual(ended, fleet.campaigns.sum())

    def test_play_by_policies_is_the_same_again(self):
        game = niemen.load_game("lorn-valley")
        for policy in ("random", "doctrine"):
            seen = []
            for _ in range(2):
                fleet = niemen.VectorEnv(game, 5, seed=8)
                self.assertEqual(fleet.play(500, policy), 2500)
                seen.append(fleet.observe().copy())
            numpy.testing.assert_array_equal(seen[0], seen[1])
        with self.assertRaises(niemen.InputError) as caught:
            fleet.play(1, "no-such-doctrine")
        self.assertIn("no-such-doctrine", str(caught.exception))

    def test_wrong_shapes_and_numbers_do_nothing(self):
        fleet = niemen.VectorEnv(niemen.load_game("lorn-valley"), 3)
        before = fleet.legal.copy()
        for wrong in (numpy.zeros(2, int), numpy.zeros((3, 1), int), numpy.array([0, 0, 99999]),
                      numpy.array([0, -1, 0])):
            with self.assertRaises(niemen.InputError):
                fleet.step(wrong)
        for wrong in (numpy.zeros(3), "abc", None, numpy.array(["a", "b", "c"])):
            with self.assertRaises((TypeError, niemen.InputError)):
                fleet.step(wrong)
        numpy.testing.assert_array_equal(fleet.legal, before)
        for wrong in (0, -1, 1 << 20):
            with self.assertRaises(niemen.InputError):
                niemen.VectorEnv(niemen.load_game("lorn-valley"), wrong)

    def test_arrays_outlive_the_name_of_their_fleet(self):
        array = niemen.VectorEnv(niemen.load_game("lorn-valley"), 3).observe()
        self.assertTrue(numpy.isfinite(array).all())

    def test_sampled_positions_are_the_same_again(self):
        game = niemen.load_game("lorn-valley")
        first = niemen.sample_positions(game, 300, every=3, seed=2)
        again = niemen.sample_positions(game, 300, every=3, seed=2)
        self.assertEqual(first["observations"].shape, (300, game.observation_tensor_size()))
        for key in first:
            numpy.testing.assert_array_equal(first[key], again[key])
        self.assertTrue(set(numpy.unique(first["results"])) <= {-1, 0, 1})
        self.assertEqual(set(first["players"]), {0, 1})
        with self.assertRaises(niemen.InputError):
            niemen.sample_positions(game, 0)

    def test_positions_go_into_whole_numbers_and_into_files(self):
        game = niemen.load_game("lorn-valley")
        size = game.observation_tensor_size()
        plain = niemen.sample_positions(game, 200, seed=5)["observations"]
        whole = niemen.sample_positions(game, 200, seed=5, dtype="int16")["observations"]
        self.assertEqual((plain.dtype, whole.dtype), (numpy.float32, numpy.int16))
        numpy.testing.assert_array_equal(plain, whole)
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/positions.npy"
            out = numpy.lib.format.open_memmap(file, "w+", "int16", (200, size))
            out[:] = 7  # what was there goes
            given = niemen.sample_positions(game, 200, seed=5, dtype="int16", out=out)
            self.assertTrue(numpy.shares_memory(given["observations"], out))
            out.flush()
            numpy.testing.assert_array_equal(numpy.load(file), whole)
        frozen = numpy.zeros((200, size), "float32")
        frozen.flags.writeable = False
        for wrong in (numpy.zeros((199, size), "float32"), numpy.zeros((200, size)),
                      numpy.zeros((200, size), ">f4"), numpy.zeros((size, 200), "float32").T,
                      numpy.zeros(200 * size, "float32"), frozen):
            with self.assertRaises(niemen.InputError) as caught:
                niemen.sample_positions(game, 200, out=wrong)
            self.assertIn(f"(200, {size})", str(caught.exception))
        with self.assertRaises(TypeError):
            niemen.sample_positions(game, 200, out=[0.0])
        with self.assertRaises(niemen.InputError):
            niemen.sample_positions(game, 200, dtype="float64")


class LabTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = pathlib.Path(self.folder.name) / "run"

    def spec(self, a, campaigns=8):
        return {"question": "balance", "campaigns": campaigns, "seed": 3, "name": a,
                "game": {"title": "lorn-valley"}, "agents": {"a": a, "b": "random"}}

    def test_a_callable_plays_in_the_lab(self):
        threads = set()

        def mine(seen):
            threads.add(threading.get_ident())
            return seen.legal_actions()[0]
        run = niemen.lab.run(self.spec("mine"), {"mine": mine}, self.out)
        self.assertEqual(run.end, "complete")
        self.assertEqual(len(run.campaigns), 8)
        self.assertTrue(run.verdict)
        self.assertTrue(threads)
        self.assertIn("results/balance", run.table_names())
        with self.assertRaises(niemen.InputError):
            run.table("nothing")

    def test_a_file_plays_as_from_the_command_line(self):
        file = pathlib.Path(self.folder.name) / "plan.toml"
        file.write_text('question = "balance"\ncampaigns = 20\nseed = 4\n[game]\n'
                        'title = "lorn-valley"\n[agents]\na = "doctrine"\nb = "random"\n')
        run = niemen.lab.run(file, out=self.out)
        self.assertEqual((run.end, len(run.campaigns)), ("complete", 20))

    def test_what_a_callable_does_wrong_is_a_forfeit(self):
        def sometimes(seen):
            if seen.turn > 1:
                raise KeyError("lost the map")
            return seen.legal_actions()[0]
        run = niemen.lab.run(self.spec("mine"), {"mine": sometimes}, self.out)
        text = "".join(file.read_text() for file in self.out.rglob("*.csv"))
        self.assertIn("lost the map", text, run)

    def test_wrong_plans_are_input_errors(self):
        with self.assertRaises(niemen.InputError) as caught:
            niemen.lab.run(self.spec("nobody"), out=self.out)
        self.assertIn("nobody", str(caught.exception))
        with self.assertRaises(TypeError):
            niemen.lab.run(self.spec("mine"), {"mine": 3}, self.out)
        with self.assertRaises(niemen.InputError):
            niemen.lab.run(self.spec("mine"), {"mi/ne": first_choice}, self.out)

    def test_an_interpreter_that_ends_waits_for_callables(self):
        program = ends_amid(f"niemen.lab.run({self.spec('mine')!r}, {{'mine': forever}}, "
                            f"{str(self.out)!r})")
        self.assertEqual((program.returncode, program.stdout), (0, "ended\n"), program.stderr)

    def test_ctrl_c_ends_a_callable_that_never_returns(self):
        program = in_python(
            "import niemen, _thread, threading\n"
            "def forever(seen):\n"
            "    while True: pass\n"
            "threading.Timer(1, _thread.interrupt_main).start()\n"
            "try:\n"
            f"    niemen.lab.run({self.spec('mine')!r}, {{'mine': forever}}, {str(self.out)!r})\n"
            "except KeyboardInterrupt:\n"
            "    print('ended')\n")
        self.assertEqual(program.stdout, "ended\n", program.stderr)

    def test_nobody_waits_for_a_callable_that_sleeps(self):
        run = niemen.lab.run(self.spec("mine", 2), {"mine": lambda seen: time.sleep(50)}, self.out,
                             answer_seconds=0.2)
        self.assertEqual(run.end, "complete")
        program = in_python(
            "import niemen, _thread, threading, time\n"
            "since = time.monotonic()\n"
            "threading.Timer(1, _thread.interrupt_main).start()\n"
            "try:\n"
            f"    niemen.lab.run({self.spec('mine')!r}, {{'mine': lambda seen: time.sleep(250)}},\n"
            f"                   {str(self.out) + '-2'!r})\n"
            "except KeyboardInterrupt:\n"
            "    print('ended', time.monotonic() - since < 200)\n")
        self.assertEqual(program.stdout, "ended True\n", program.stderr)

    def test_arguments_that_make_no_sense_are_told_at_once(self):
        for kind, wrong in ((niemen.InputError, {"answer_seconds": -1}),
                            (niemen.InputError, {"answer_seconds": float("nan")}),
                            (TypeError, {"answer_seconds": "x"}),
                            (niemen.InputError, {"threads": -1}),
                            (niemen.InputError, {"threads": 1 << 40}),
                            (TypeError, {"threads": "x"}), (TypeError, {"threads": None})):
            with self.subTest(wrong), self.assertRaises(kind):
                niemen.lab.run(self.spec("mine"), {"mine": first_choice}, self.out, **wrong)
        self.assertFalse(self.out.exists())


class MisuseTest(unittest.TestCase):
    """Exceptions, never a crash: what scripts/test runs under the sanitizers too."""

    def test_wrong_arguments_are_exceptions(self):
        game = niemen.load_game("lorn-valley")
        state = after(game, 40)
        seen = state.observation()
        fleet = niemen.VectorEnv(game, 2)
        wrongs = (None, "x", 1.5, [], {}, object(), numpy.zeros(3), 1 << 70, -(1 << 70), -5, b"",
                  float("nan"), state, game)
        calls = [state.apply_action, state.why, state.child, state.action_to_string,
                 state.string_to_action, state.player_return, state.resample_from_infostate,
                 state.apply_chance, state.odds, seen.action_to_string, seen.sample_world,
                 game.new_state_from_text, game.deserialize_state, fleet.step, fleet.play,
                 fleet.reset, niemen.load_game, niemen.agent, niemen.environment, niemen.SeatEnv,
                 niemen.VectorEnv, niemen.lab.run, niemen.agent("doctrine").decide,
                 lambda wrong: state.view(wrong) if wrong is not None else int("x"),
                 lambda wrong: niemen.load_game("lorn-valley", set=wrong or 3),
                 lambda wrong: niemen.load_game("lorn-valley", openings=wrong),
                 lambda wrong: niemen.VectorEnv(game, wrong),
                 lambda wrong: niemen.sample_positions(game, wrong),
                 lambda wrong: niemen.play_campaign(game, wrong),
                 lambda wrong: niemen.play_campaign(wrong, ["random", "random"])]
        before = state.serialize()
        harmless = 0
        for call in calls:
            for wrong in wrongs:
                try:
                    call(wrong)
                except (TypeError, ValueError, OverflowError, AttributeError):
                    continue
                harmless += 1  # such as odds([]), or -5 as a key
        self.assertLess(harmless, len(calls))
        self.assertEqual(state.serialize(), before)

    def test_refused_arguments_are_told_in_one_line(self):
        game = niemen.load_game("lorn-valley")
        state = after(game, 40)
        captain = niemen.agent("captain")
        for call, line in (
                (lambda: state.apply_action("x"), "State.apply_action(action: int) cannot take ('x')"),
                (lambda: state.apply_action(), "State.apply_action(action: int) cannot take ()"),
                (lambda: state.apply_action(1 << 70), f"cannot take ({1 << 70})"),
                (lambda: state.odds(3, trials=[]), "cannot take (3, trials=list)"),
                (lambda: state.apply_action("x" * 100), "cannot take (str)"),
                (lambda: state.view(numpy.zeros(9)), "cannot take (numpy.ndarray)"),
                (lambda: captain.decide(state, iterations="x"), "cannot take (State, iterations='x')"),
                (lambda: niemen.agent(3), "agent(name: str) cannot take (3)"),
                (lambda: niemen.VectorEnv("lorn-valley", 3), "cannot take ('lorn-valley', 3)"),
                (lambda: niemen.VectorEnv(game, n=3), "VectorEnv(game: Game, campaigns: int"),
                (lambda: niemen.sample_positions("x", 3), "sample_positions(game: Game, count: int"),
                (lambda: niemen.load_game("lorn-valley", {"rules.river_attack": -4}), "set="),
                (lambda: niemen.load_game("lorn-valley", scenario=None), "scenario is a name"),
                (lambda: niemen.load_game("lorn-valley", openings=None), "two names"),
                (lambda: niemen.load_game("lorn-valley", openings=[1, 2]), "two names"),
                (lambda: niemen.SeatEnv(game, player=state), "player is 0 or 1, not State"),
                (lambda: niemen.SeatEnv(game, player=numpy.zeros(2)), "player is 0 or 1"),
                (lambda: niemen.play_campaign(game, None), "two players"),
                (lambda: niemen.play_campaign(game, "ab"), "two players"),
                (lambda: niemen.play_match(game, ["random", "random"], campaigns=1.5), "whole number"),
                (lambda: niemen.lab.run({"question": "balance"}, agents=["a"]), "dictionary")):
            with self.assertRaises(TypeError) as caught:
                call()
            self.assertIn(line, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))
            self.assertNotIn("_niemen.Game", str(caught.exception))

    def test_what_is_odd_to_do_leaves_the_rest_in_order(self):
        game = niemen.load_game("lorn-valley")

        class Odd(int):
            def __index__(self):
                raise OSError("no number")

        class Names(dict):
            def items(self):
                raise OSError("no names")
        state = after(game, 40)
        before = state.serialize()
        for call in (lambda: niemen.load_game("lorn-valley", set=Names()),
                     lambda: niemen.load_game("lorn-valley\udcff"),
                     lambda: niemen.load_game("lorn-valley", set={"rules.river_attack": "\udcff"}),
                     lambda: niemen.load_game("lorn-valley", set={3: 3}),
                     lambda: niemen.load_game("x" * 100_000),
                     lambda: state.string_to_action("\udcff"),
                     lambda: state.string_to_action("x" * 1_000_000),
                     lambda: state.odds([state.legal_actions()[0]] * 100_000, trials=1),
                     lambda: state.odds(iter(())),
                     lambda: game.new_state_from_text("x\0" * 100_000),
                     lambda: game.deserialize_state(before.replace("[", "[[")),
                     lambda: game.deserialize_state(before[:-1] + ',"actions":[4294967296]}'),
                     lambda: niemen.agent("captain@-1"), lambda: niemen.agent("captain@x"),
                     lambda: niemen.agent("captain@1e999"), lambda: niemen.agent("../captain\0"),
                     lambda: niemen.agent("captain").decide(state, seconds=float("nan")),
                     lambda: niemen.agent("captain").analyse(state, iterations=-1),
                     lambda: niemen.sample_positions(game, 10, every=1 << 40),
                     lambda: niemen.sample_positions(game, 10, dtype=None),
                     lambda: niemen.VectorEnv(game, 2, seed=-1),
                     lambda: niemen.VectorEnv(game, 2).play(1, 3),
                     lambda: niemen.VectorEnv(game, 2).step(numpy.array([[0, 0]])),
                     lambda: niemen.VectorEnv(game, 2).step(numpy.zeros(2, "O")),
                     lambda: niemen.VectorEnv(game, 2).step(numpy.zeros(2, "datetime64[s]")),
                     lambda: niemen.VectorEnv(game, 2).step(numpy.full(2, 1 << 63, "uint64")),
                     lambda: niemen.play_match(game, ["random", "random"], seed=1 << 70, campaigns=0),
                     lambda: pickle.loads(pickle.dumps(state).replace(b"lorn-valley", b"lorn-vallez")),
                     lambda: state.__deepcopy__(3), lambda: niemen.State.clone(game),
                     lambda: niemen.State.apply_action(game, 3), lambda: niemen.State.__eq__(3, 3)):
            try:
                call()
            except (TypeError, ValueError, OverflowError, OSError, AttributeError):
                continue
        self.assertEqual(state.serialize(), before)
        self.assertTrue(play_out(state).is_terminal())
        # What is begun again amid its own work, or looked into while it changes.
        fleet = niemen.VectorEnv(game, 4)
        looks = [fleet.observe() for _ in range(50)]
        fleet.__init__(game, 2)
        self.assertTrue(all(numpy.isfinite(look).all() for look in looks))

    def test_nothing_is_made_without_what_it_needs(self):
        game = niemen.load_game("lorn-valley")
        for kind in (niemen.Game, niemen.State, niemen.Observation, niemen.Agent):
            heir = type("Heir", (kind,), {})
            for attempt in (kind, heir, lambda: kind.__new__(kind), lambda: heir.__new__(heir),
                            lambda: object.__new__(kind)):
                with self.assertRaises(TypeError):
                    attempt()
        empty = niemen.VectorEnv.__new__(niemen.VectorEnv)
        self.assertEqual(len(empty), 0)
        for use in (empty.reset, empty.observe, lambda: empty.play(1), lambda: empty.legal,
                    lambda: empty.players, lambda: empty.over,
                    lambda: empty.step(numpy.zeros(0, int))):
            with self.assertRaises(TypeError):
                use()
        state = game.new_initial_state()
        for wrong in ("x", None, []):
            with self.assertRaises(TypeError):
                state.resample_from_infostate(0, lambda: wrong)

    def test_a_second_interpreter_is_refused(self):
        program = in_python("import _xxsubinterpreters as others\n"
                            "other = others.create()\n"
                            "try:\n"
                            "    others.run_string(other, 'import niemen')\n"
                            "except others.RunFailedError as error:\n"
                            "    print('main interpreter' in str(error))\n"
                            "import niemen; print(niemen.load_game('lorn-valley').title)\n")
        self.assertEqual(program.stdout, "True\nlorn-valley\n", program.stderr)

    def test_what_is_left_of_a_game_that_is_gone_goes_on(self):
        import gc

        def pieces():
            game = niemen.load_game("portugal-1810")
            state = after(game, 50)
            fleet = niemen.VectorEnv(game, 3)
            return state, state.observation(), fleet.legal, fleet.observe(), niemen.SeatEnv(game)
        state, seen, legal, numbers, env = pieces()
        gc.collect()
        self.assertTrue(seen.view()["counters"] and state.view()["counters"])
        self.assertTrue(state.to_svg())
        self.assertGreaterEqual(legal.sum() + abs(numbers).sum(), 0)
        self.assertIn(niemen.agent("doctrine").decide(seen), state.legal_actions())
        env.reset(seed=1)
        self.assertTrue(play_out(state).is_terminal())

    def test_threads_take_turns_or_are_refused(self):
        game = niemen.load_game("lorn-valley")
        shared, fleet = after(game, 40), niemen.VectorEnv(game, 4)
        choices = numpy.zeros(4, "int64")
        agent = niemen.agent("doctrine")
        problems, end = [], time.monotonic() + 1.5

        def use(number):
            chance = random.Random(number)
            while time.monotonic() < end:
                try:
                    if number == 0:
                        fleet.play(300)
                    elif number == 1:
                        choices[:] = chance.choice((0, 1, 99999))
                        fleet.step(choices)
                    elif number == 2:
                        fleet.observe().sum()
                        fleet.reset(chance.getrandbits(60))
                    elif number == 3:
                        agent.decide(shared.clone())
                    else:
                        shared.apply_action(chance.choice(shared.legal_actions() or [0]))
                        shared.apply_chance(1)
                        shared.observation_tensor(0)
                        shared.undo_action()
                except (RuntimeError, niemen.InputError, IndexError):
                    pass  # refused: at work elsewhere, or no longer legal
                except BaseException as error:
                    problems.append(repr(error))
                    return
        threads = [threading.Thread(target=use, args=(number,)) for number in (0, 1, 1, 2, 3, 4, 4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])
        self.assertEqual(game.deserialize_state(shared.serialize()), shared)

    def test_an_interpreter_that_ends_waits_for_its_threads(self):
        for work in ("while True: fleet.play(200_000)",
                     "niemen.sample_positions(game, 50_000, every=1000)",
                     "while True: fleet.step(fleet.choices - 1)",
                     "niemen.agent('captain').analyse(state, seconds=1000)"):
            with self.subTest(work):
                program = ends_amid(work)
                self.assertEqual((program.returncode, program.stdout), (0, "ended\n"),
                                 program.stderr)

    def test_a_callable_that_misbehaves_leaves_all_as_it_was(self):
        game = niemen.load_game("lorn-valley")

        def recurses(seen):
            return recurses(seen)

        def exits(seen):
            raise SystemExit(3)

        def keeps(seen, kept=[]):
            kept.append(seen)
            return kept[0].legal_actions()[0]
        for player in (recurses, lambda seen: seen, lambda: 3, lambda seen: numpy.zeros(2),
                       lambda seen: float("nan"), lambda seen: [seen.legal_actions()[0]],
                       lambda seen: 10 ** 30, keeps):
            record = niemen.play_campaign(game, [player, "random"])
            self.assertEqual(record.forfeit[0] if record.forfeit else 0, 0)
        with self.assertRaises(SystemExit):
            niemen.play_campaign(game, [exits, "random"])

        def watches(state, player, action):
            raise OSError("the file is full")
        with self.assertRaises(OSError):
            niemen.play_campaign(game, [first_choice, "random"], watch=watches)

    def test_ctrl_c_ends_whatever_is_at_work(self):
        for work in ("fleet.play(10 ** 12)", "niemen.sample_positions(game, 50_000, every=1000)",
                     "niemen.play_campaign(game, [forever, 'random'])",
                     "niemen.play_campaign(game, ['captain', 'captain'])"):
            with self.subTest(work):
                program = in_python(
                    "import niemen, _thread, threading\n"
                    "game = niemen.load_game('lorn-valley'); fleet = niemen.VectorEnv(game, 8)\n"
                    "state = game.new_initial_state(); state.apply_chance(1)\n"
                    "def forever(seen):\n"
                    "    while True: pass\n"
                    "threading.Timer(0.5, _thread.interrupt_main).start()\n"
                    "try:\n"
                    f"    {work}\n"
                    "except KeyboardInterrupt:\n"
                    "    pass\n"
                    "print('ended')\n")
                self.assertEqual((program.returncode, program.stdout), (0, "ended\n"),
                                 program.stderr)


class PackageTest(unittest.TestCase):
    def test_the_stubs_name_what_the_package_has(self):
        import ast
        stubs = ast.parse((pathlib.Path(PACKAGE) / "niemen/__init__.pyi").read_text())
        named = {}
        for node in stubs.body:
            if isinstance(node, ast.ClassDef):
                named[node.name] = {one.name for one in node.body
                                    if isinstance(one, ast.FunctionDef)}
            elif isinstance(node, ast.FunctionDef):
                named[node.name] = set()
        self.assertEqual(set(named) | {"lab"}, set(niemen.__all__))
        for name in ("Game", "State", "Observation", "Agent", "VectorEnv"):
            has = {member for member in vars(getattr(niemen, name)) if not member.startswith("_")}
            self.assertEqual({member for member in named[name] if not member.startswith("_")}, has,
                             name)

    def test_the_stubs_take_what_functions_take(self):
        import ast
        import inspect
        import re

        def compiled(function):
            line = (function.__doc__ or "").split("\n")[0]
            # Out of what is in brackets: List[int], Tuple[int, str].
            inside = re.sub(r"\[[^][]*\]", "", re.sub(r"\[[^][]*\]", "", line))
            inside = inside[inside.index("(") + 1:inside.rindex(")")]
            return [word.split(":")[0].strip() for word in inside.split(", ") if word]

        def parameters(function):
            if inspect.isfunction(function):
                return list(inspect.signature(function).parameters)
            return compiled(function)

        def check(function, node, name):
            told = [one.arg for one in node.args.args]
            has = parameters(function)
            self.assertEqual(told[1:] if told[:1] == ["self"] else told,
                             has if told[:1] != ["self"] else has[1:], name)
        checked = 0
        stubs = ast.parse((pathlib.Path(PACKAGE) / "niemen/__init__.pyi").read_text())
        for node in stubs.body:
            if isinstance(node, ast.FunctionDef):
                check(getattr(niemen, node.name), node, node.name)
                checked += 1
            for one in getattr(node, "body", []) if isinstance(node, ast.ClassDef) else []:
                if not isinstance(one, ast.FunctionDef) or one.decorator_list:
                    continue
                kind = getattr(niemen, node.name)
                if one.name.startswith("__") and one.name != "__init__":
                    continue
                check(inspect.getattr_static(kind, one.name), one, f"{node.name}.{one.name}")
                checked += 1
        self.assertGreater(checked, 80)

    def test_what_people_call_has_a_docstring(self):
        for name in niemen.__all__:
            self.assertTrue(getattr(niemen, name).__doc__, name)

    def test_a_wheel_runs_by_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            wheel = subprocess.run(
                [sys.executable, ROOT / "tools/python/make_wheel.py", PACKAGE + "/niemen",
                 ROOT / "configs", folder], check=True, text=True,
                stdout=subprocess.PIPE).stdout.strip()
            zipfile.ZipFile(wheel).extractall(folder + "/site")
            environment = {**os.environ, "PYTHONPATH": folder + "/site"}
            del environment["NIEMEN_CONFIGS"]
            program = subprocess.run(
                [sys.executable, "-c",
                 "import niemen; print(niemen.load_game('lorn-valley').title, niemen.__file__)"],
                cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, check=True)
            self.assertTrue(program.stdout.startswith("lorn-valley " + folder), program.stdout)

    def test_examples_run(self):
        for example in sorted((ROOT / "tools/python/examples").glob("*.py")):
            with self.subTest(example.name), tempfile.TemporaryDirectory() as folder:
                program = subprocess.run(
                    [sys.executable, example, "--quick"], cwd=folder, text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                    env={**os.environ, "PYTHONPATH": PACKAGE, "MPLBACKEND": "Agg"})
                self.assertEqual(program.returncode, 0, program.stdout)

    def test_the_notebook_runs_and_holds_no_outputs(self):
        import json
        for file in sorted((ROOT / "tools/python/examples").glob("*.ipynb")):
            notebook = json.loads(file.read_text())
            cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
            self.assertTrue(all(not cell["outputs"] and cell["execution_count"] is None
                                for cell in cells), file.name)
            text = "\n".join("".join(cell["source"]) for cell in cells)
            program = subprocess.run(
                [sys.executable, "-c", text], text=True, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, timeout=300,
                env={**os.environ, "PYTHONPATH": PACKAGE, "MPLBACKEND": "Agg",
                     "NIEMEN_QUICK": "1"})
            self.assertEqual(program.returncode, 0, program.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
