// What either face says in random campaigns of every game, against shapes that are never right.
#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <set>

#include "engine/core/text.h"
#include "engine/play/telling.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

struct Shape {
  std::string name;
  std::regex pattern;
};

/// Shapes that no sentence has.
const std::vector<Shape>& shapes() {
  static const std::vector<Shape> kShapes{
      {"a rule twice", std::regex(R"(\(([^()]+)\) \(\1\))")},
      {"a number twice", std::regex(R"((^|[^0-9.,] )\b(\d+) \2\b(?![.,]?\d))")},
      {"two full stops", std::regex(R"([^.]\.\.($|[^.]))")},
      {"a hex by its code", std::regex(R"(\bh\d{4}\b)")},
      {"no space or one too many", std::regex(R"(  | [,;.:)]|\( )")},
      {"a blank that was not filled in", std::regex(R"([{}])")},
      {"a word of the program", std::regex(R"(\b(done|pick|null)\b)")},
      {"one of many",
       std::regex(
           R"(\b1 (units|pieces|trains|Supply Trains|Depots|counters|blocks|corps headquarters|hexes|points|Combat Commands|steps|hits|factors)\b)")},
      {"a side as one person",
       std::regex(
           R"(\b(French|Russian|Coalition|Prussian|Austrian) (loses|places|passes|gains|rallies|decides|marches|attacks|takes|gives|sets|withdraws|retreats|wins|has|is)\b)")},
  };
  return kShapes;
}

/// What was found, a few of each shape, and how often.
class Reader {
 public:
  Reader(const play::AnyGame& game) {
    for (const auto& space : game.board().spaces)
      if (space.id.find('-') != std::string::npos && space.id != core::lower(space.name))
        ids_.insert(space.id);
  }

  void read(const std::string& where, const std::string& text) {
    if (text.empty() || !read_.insert(text).second) return;
    for (const auto& [name, pattern] : shapes())
      if (std::regex_search(text, pattern)) found(name, where, text);
    for (const auto& word : core::split_words(text, " \t,.;:()\"'"))
      if (ids_.contains(word)) found("an id", where, text);
  }

  std::string report() const {
    std::string lines;
    for (const auto& [shape, examples] : found_) {
      lines += fmt_count(shape);
      for (const auto& example : examples) lines += "  " + example + "\n";
    }
    return lines;
  }
  std::size_t sentences() const { return read_.size(); }

 private:
  std::string fmt_count(const std::string& shape) const {
    return shape + ": " + std::to_string(count_.at(shape)) + "\n";
  }
  void found(const std::string& shape, const std::string& where, const std::string& text) {
    constexpr std::size_t kShown = 6;
    ++count_[shape];
    auto& examples = found_[shape];
    if (examples.size() < kShown) examples.push_back(where + ": " + text);
  }

  std::set<std::string> ids_, read_;
  std::map<std::string, std::vector<std::string>> found_;
  std::map<std::string, int> count_;
};

void read_view(const play::View& view, Reader& reader) {
  reader.read("prompt", view.prompt);
  reader.read("phase", view.phase);
  reader.read("turn", view.turn_name);
  for (const auto& choice : view.choices) {
    reader.read("choice", choice.words);
    reader.read("caution", choice.caution);
  }
  for (const auto& track : view.tracks) {
    reader.read("track", track.name);
    reader.read("track", track.words);
  }
  for (const auto& line : view.account) reader.read("account", line.words);
  for (const auto& space : view.spaces)
    for (const auto& mark : space.marks) reader.read("mark", mark);
  for (const auto& counter : view.counters) {
    reader.read("counter", counter.name);
    reader.read("entry", counter.entry);
    for (const auto& state : counter.states) reader.read("state", state);
  }
}

void read_events(const play::AnyGame& game, const std::vector<play::Event>& events,
                 Reader& reader) {
  for (const auto viewer : {play::Viewer::Public, play::Viewer::SideA, play::Viewer::SideB})
    for (const auto& event : play::told_to(viewer, events)) {
      reader.read(std::string(game.event_row(event).name), game.event_text(event, viewer));
      for (const auto& modifier : event.modifiers) reader.read("modifier", modifier.reason);
    }
}

/// `campaigns` random campaigns of a game, each told to everybody.
void read_campaigns(const play::AnyGame& game, int campaigns, Reader& reader) {
  constexpr int kMostSteps = 4000, kViewEvery = 5;
  for (int key = 1; key <= campaigns; ++key) {
    auto state = game.initial();
    int step = 0;
    for (const auto action : game.random_actions(static_cast<std::uint64_t>(key), kMostSteps)) {
      if (++step % kViewEvery == key % kViewEvery && play::is_side(game.actor(state))) {
        const auto side = play::side_of(game.actor(state));
        read_view(game.view(game.observe(state, play::viewer_of(side))), reader);
      }
      read_events(game, game.apply(state, action), reader);
    }
  }
}

void require_clean(const std::string& title, int campaigns) {
  play::GameRequest request;
  request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/" + title;
  const auto game = systems::load_game(request);
  Reader reader(*game);
  read_campaigns(*game, campaigns, reader);
  CHECK(reader.sentences() > 50);
  const auto report = reader.report();
  INFO(title << ", " << reader.sentences() << " sentences:\n" << report);
  CHECK(report.empty());
}

constexpr std::array kGames{"russia-1812",      "nemesis-1813",  "italy-1799",
                            "linked-1812-1813", "lorn-valley",   "strategic-1812",
                            "portugal-1810",    "borodino-1812", "grand-tactical-1812"};

}  // namespace

TEST_CASE("no sentence of a campaign has a shape that is never right", "[words][trials]") {
  for (const auto* title : kGames) require_clean(title, 2);
}

// Run by hand: minutes.
TEST_CASE("no sentence of a thousand campaigns has such a shape", "[.long][words-long]") {
  for (const auto* title : kGames) require_clean(title, 1000);
}
