#include "engine/core/config.h"

#include <unistd.h>

#include <catch2/catch.hpp>

#include "engine/core/file_writer.h"

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

TEST_CASE("of many keys that are allowed an error names those most like the wrong one") {
  std::string text = "battle_points = 1\n";
  for (char letter = 'a'; letter <= 'z'; ++letter) text += std::string("key_") + letter + " = 1\n";
  auto root = core::read_toml_text(text, "g.toml");
  CHECK_THROWS_WITH(core::apply_override(root, "batle_point=1"),
                    Catch::Contains("allowed: battle_points, ") && Catch::EndsWith(" and 24 more"));
  CHECK_THROWS_WITH(core::apply_override(root, "key-q=1"), Catch::Contains("allowed: key_q, "));
  CHECK_THROWS_WITH(core::apply_override(root, std::string(1'000'000, 'x') + "=1"),
                    Catch::EndsWith(" and 24 more"));

  root = core::read_toml_text(text + "key = 1\n", "g.toml");
  core::ConfigTable table(root);
  for (const auto& key : table.keys())
    if (key != "key") table.integer(key, 0, 9);
  CHECK_THROWS_WITH(table.finish(),
                    Catch::Contains("g.toml:28: unknown key \"key\"; allowed: key_a, "));
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

TEST_CASE("an override names rows by their ids") {
  auto root = core::read_toml_text(
      "[victory]\nrow = [{id = 'moscow', points = 3}, {id = 'st. x', points = 1}]\n"
      "level = [{id = 'close', from = 0}, {id = 'moscow', from = 9}]\n"
      "[rules]\ntrains = [4, 5]\n",
      "g.toml");
  auto& victory = root.table.at("victory").table;
  const auto points = [&](std::size_t i) {
    return victory.at("row").list[i].table.at("points").integer;
  };
  core::apply_override(root, "victory.row.moscow.points=7");
  core::apply_override(root, "victory.\"st. x\".points=2");
  core::apply_override(root, "victory.close.from=5");
  core::apply_override(root, "rules.trains[2]=6");
  CHECK(points(0) == 7);
  CHECK(points(1) == 2);
  CHECK(victory.at("level").list[0].table.at("from").integer == 5);
  CHECK(root.table.at("rules").table.at("trains").list[1].integer == 6);
  const auto refused = [&](const std::string& change) {
    try {
      core::apply_override(root, change);
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  using Catch::Contains;
  CHECK_THAT(refused("victory.moscow.points=1"), Contains("is a row of level and of row"));
  CHECK_THAT(refused("victory.row[1].points=1"), Contains("called by their names; here: moscow"));
  CHECK_THAT(refused("victory.mosco.points=1"), Contains("allowed: level, close, moscow, row, "));
  CHECK_THAT(refused("victory.row.moscow.point=1"), Contains("allowed: id, points"));
  CHECK_THAT(refused("rules.trains[x]=1"), Contains("a position goes from 1 to 2"));
  CHECK_THAT(refused("rules[1]=1"), Contains("only lists have positions"));
}

TEST_CASE("an override names rows whose ids are numbers too") {
  auto root = core::read_toml_text(
      "[[combat.row]]\nid = 5\nloss = 1\n"
      "[[combat.row]]\nid = 6\nloss = 2\n",
      "g.toml");
  core::apply_override(root, "combat.row.6.loss=4");
  core::apply_override(root, "combat.5.loss=3");
  const auto& rows = root.table.at("combat").table.at("row").list;
  CHECK(rows[0].table.at("loss").integer == 3);
  CHECK(rows[1].table.at("loss").integer == 4);
  CHECK_THROWS_WITH(core::apply_override(root, "combat.row.7.loss=1"),
                    Catch::EndsWith("there is no \"7\" here; allowed: 5, 6"));
}

TEST_CASE("a cell of a table stays text") {
  core::ConfigValue root;
  core::ConfigValue& rows = root.table["units"];
  rows.kind = core::ConfigValue::Kind::List;
  rows.list.push_back(core::read_toml_text("id = 'guard'\nturn = '0'\n", "units.csv"));
  core::apply_override(root, "units.guard.turn=3");
  CHECK(rows.list[0].table.at("turn").kind == core::ConfigValue::Kind::Text);
  CHECK(rows.list[0].table.at("turn").text == "3");
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

TEST_CASE("an error is one line that a person can read, whatever it quotes") {
  const auto message = [](const std::string& text) {
    return std::string(core::InputError("f", 3, text).what());
  };
  CHECK(message("no \"a\n\x1b[2Jb" + std::string(1, '\0') + "c\x7f\"") == "f:3: no \"a  [2Jb c \"");
  CHECK(message("Kön") == "f:3: Kön");
  const auto cut = message("no \"" + std::string(100'000, 'x') + "\"; allowed: y");
  CHECK(cut.size() < 4100);
  CHECK_THAT(cut, Catch::StartsWith("f:3: no \"xx") && Catch::Contains("x [...] x") &&
                      Catch::EndsWith("x\"; allowed: y"));
}

TEST_CASE("keys of many parts and deep values are refused, not followed") {
  const auto read = [](const std::string& text) {
    try {
      core::read_toml_text(text, "g.toml");
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
    return std::string("read");
  };
  std::string key = "a";
  for (int i = 0; i < 200'000; ++i) key += ".a";
  const std::string refused = ": a key of more than 16 parts";
  CHECK(read("b = 1\n" + key + " = 1\n") == "g.toml:2" + refused);
  CHECK(read("[" + key + "]\n") == "g.toml:1" + refused);
  CHECK(read("b = { c = \"\"\"x\n'\"\"\"\", " + key + " = 1 }\n") == "g.toml:2" + refused);
  CHECK(read("b = { c = 'x', \"d\"." + key + " = 1 }\n") == "g.toml:1" + refused);
  CHECK(read("b = " + std::string(70, '[') + std::string(70, ']')).find("allowed: 64") !=
        std::string::npos);
  auto root = core::read_toml_text("b = 1", "g.toml");
  CHECK_THROWS_AS(core::apply_override(root, "b={" + key + "=1}"), core::InputError);
  // Points elsewhere are no parts of a key.
  CHECK(read("# ...................\na.b.c.d = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 0.5,\n"
             "1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]\nb = '...................'\n"
             "c = \"..........\\\"..........\"\nd = '''\n.......\n'...................'\n'''\n") ==
        "read");
}

TEST_CASE("a table of text is UTF-8, with a name for each column") {
  const auto file =
      std::filesystem::temp_directory_path() / ("niemen-csv-" + std::to_string(getpid()) + ".csv");
  const auto error = [&](const std::string& text) {
    core::write_file(file, text);
    try {
      core::read_csv(file);
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(error("id,city\n1,Königsberg\n") == "no error");
  CHECK(error("id,city\n1,K\xF6nigsberg\n") == file.string() + ":2: is not UTF-8 text");
  CHECK(error("# towns\nid,city,id\n1,a,2\n") ==
        file.string() + ":2: two columns are called \"id\"");
  std::filesystem::remove(file);
}

TEST_CASE("a name of a configuration is one line without control characters") {
  const auto root = core::read_toml_text(
      "name = \"two\\nlines\"\nb = \"bell\\u0007\"\nposition = \"two\\nlines\"", "t.toml");
  core::ConfigTable table(root);
  CHECK_THROWS_WITH(table.text("name"), Catch::Contains("t.toml:1: \"name\" must be one line"));
  CHECK_THROWS_WITH(table.text_or("b", ""), Catch::Contains("t.toml:2"));
  CHECK(table.text("position") == "two\nlines");
}
