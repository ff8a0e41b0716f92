#include "engine/core/config.h"

#include <catch2/catch.hpp>

using namespace niemen;

TEST_CASE("configuration errors name file, line and what is allowed") {
  const auto root = core::read_toml_text("turns = 10\nname = \"x\"\n[die]\nsides = 6\n", "g.toml");
  core::ConfigTable table(root);
  CHECK_THROWS_WITH(table.integer("turns", 1, 9), Catch::Contains("g.toml:1") &&
                                                      Catch::Contains("10") &&
                                                      Catch::Contains("1 to 9"));
  CHECK_THROWS_WITH(table.integer("name", 1, 9), Catch::Contains("g.toml:2"));
  CHECK_THROWS_WITH(table.flag("turns"), Catch::Contains("true or false"));
  CHECK_THROWS_WITH(table.text("missing"), Catch::Contains("missing"));
  CHECK_THROWS_WITH(table.finish(), Catch::Contains("unknown key \"die\""));
  CHECK_THROWS_WITH(core::read_toml_text("a = 1\nb = = 2\n", "g.toml"),
                    Catch::Contains("g.toml:2"));
  CHECK_THROWS_WITH(core::read_toml("/nowhere/g.toml"), Catch::Contains("cannot be opened"));
}

TEST_CASE("an override changes one value and keeps its type") {
  auto root = core::read_toml_text("turns = 10\nlist = [1, 2]\nname = \"x\"\n", "g.toml");
  core::apply_override(root, "turns=12");
  core::apply_override(root, "list[2]=7");
  core::apply_override(root, "name=word");
  CHECK(root.table.at("turns").integer == 12);
  CHECK(root.table.at("list").list[1].integer == 7);
  CHECK(root.table.at("name").text == "word");
  CHECK_THROWS_AS(core::apply_override(root, "turns=often"), core::InputError);
  CHECK_THROWS_AS(core::apply_override(root, "list[3]=1"), core::InputError);
  CHECK_THROWS_AS(core::apply_override(root, "turns=1\nother=2"), core::InputError);
  CHECK_THROWS_WITH(core::apply_override(root, "turn=1"), Catch::Contains("allowed"));
}

TEST_CASE("an overlay merges rows by id, and takes no id twice") {
  auto base = core::read_toml_text("rows = [{id = 'a', n = 1}, {id = 'b', n = 2}]\n", "b.toml");
  core::overlay(base, core::read_toml_text("[[rows]]\nid = 'b'\nn = 3\n[[rows]]\nid = 'c'\n"
                                           "[[rows]]\nid = 'a'\ndelete = true\n",
                                           "c.toml"));
  REQUIRE(base.table.at("rows").list.size() == 2);
  CHECK(base.table.at("rows").list[0].table.at("n").integer == 3);
  CHECK(base.table.at("rows").list[1].table.at("id").text == "c");
  CHECK_THROWS_WITH(
      core::overlay(base, core::read_toml_text("rows = [{id = 'd'},\n{id = 'd'}]\n", "c.toml")),
      Catch::Contains("c.toml:2"));
}
