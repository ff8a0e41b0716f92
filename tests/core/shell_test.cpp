#include "engine/core/shell.h"

#include <catch2/catch.hpp>

#include "engine/core/config.h"

using namespace niemen;

TEST_CASE("words are quoted for a shell where they need to be") {
  CHECK(core::shell_word("out/run-1.2") == "out/run-1.2");
  CHECK(core::shell_word("my runs") == "'my runs'");
  CHECK(core::shell_word("it's") == "'it'\\''s'");
  CHECK(core::shell_word("$HOME;") == "'$HOME;'");
  CHECK(core::shell_word("") == "''");
  CHECK(core::shell_path("-rf") == "./-rf");
  CHECK(core::shell_path("a b/c") == "'a b/c'");
}

TEST_CASE("text goes into TOML and comes out as it was") {
  for (const std::string text :
       {"plain", "say \"so\"", "back\\slash", "two\nlines\x7f\x01", "Žarėnai"})
    CHECK(core::read_toml_text("a = " + core::toml_text(text), "t").table.at("a").text == text);
}
