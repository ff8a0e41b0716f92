#!/usr/bin/python3
"""Tests of the rule that includes point one way."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from check_includes import fault  # noqa: E402


class FaultTest(unittest.TestCase):
    def test_downwards_is_allowed(self):
        self.assertIsNone(fault("engine/play/log.cpp", "engine/core/hash.h"))
        self.assertIsNone(fault("ai/search/tree.h", "engine/play/game.h"))
        self.assertIsNone(fault("tools/show.cpp", "engine/systems/hex_campaign/steps.h"))
        self.assertIsNone(fault("engine/systems/registry.cpp", "engine/systems/hex_campaign/rules.h"))
        self.assertIsNone(fault("ai/mechanisms/registry.cpp", "engine/systems/registry.h"))
        self.assertIsNone(fault("ai/agents/agent.h", "ai/search/search.h"))
        self.assertIsNone(fault("ai/mechanisms/hex_campaign.cpp",
                                "engine/systems/hex_campaign/hex_campaign.h"))
        self.assertIsNone(fault("ai/doctrine/hex_campaign/march.cpp",
                                "engine/systems/hex_campaign/state.h"))

    def test_upwards_is_not(self):
        self.assertIn("engine/core may not", fault("engine/core/hash.h", "engine/play/game.h"))
        self.assertIn("engine/systems may not",
                      fault("engine/systems/hex_campaign/state.h", "ai/agents/agent.h"))
        self.assertIn("ai may not", fault("ai/lab/run.h", "tools/commands.h"))
        self.assertIn("stands below", fault("ai/search/search.h", "ai/agents/agent.h"))
        self.assertIn("stands below", fault("ai/eval/fit.cpp", "ai/lab/run.h"))
        self.assertIn("stands below", fault("ai/parallel.h", "ai/agents/agent.h"))

    def test_mechanisms_do_not_know_each_other(self):
        self.assertIsNotNone(fault("engine/systems/area_campaign/state.h",
                                   "engine/systems/hex_campaign/state.h"))
        self.assertIsNotNone(fault("ai/search/search.h", "engine/systems/hex_campaign/state.h"))
        self.assertIsNotNone(fault("ai/mechanisms/area_campaign.cpp",
                                   "engine/systems/hex_campaign/state.h"))
        self.assertIsNotNone(fault("ai/doctrine/area_campaign/march.cpp",
                                   "engine/systems/hex_campaign/state.h"))

    def test_includes_are_written_from_the_top(self):
        self.assertIsNotNone(fault("engine/play/log.cpp", "log.h"))


if __name__ == "__main__":
    unittest.main()
