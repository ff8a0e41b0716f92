#include "tools/run_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <stop_token>
#include <thread>
#include <vector>

#include "ai/lab/progress.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "tools/command_line.h"
#include "tools/serve/greeting.h"
#include "tools/serve/network.h"
#include "tools/serve/run_page.h"

namespace niemen::tools {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostPoints = 240;  // of the line that narrows
constexpr std::size_t kMostCells = 60;    // in a table that somebody reads
constexpr auto kBetween = std::chrono::milliseconds(400);

/// Scores that came in.
struct Scores {
  lab::RunProgress counts;
  void add(double score) {
    ++counts.scored;
    counts.score += score;
    counts.squares += score * score;
  }
  double share() const { return counts.score / static_cast<double>(counts.scored); }
};

}  // namespace

struct RunWatch::Implementation {
  Implementation(const lab::Experiment& asked, std::uint16_t port)
      : experiment(asked),
        token(serve::new_token()),
        network(port, token,
                {.joined =
                     [this](serve::TabId tab) {
                       tabs.insert(tab);
                       network.send(tab, message());
                     },
                 .heard = [](serve::TabId, std::string_view) {},
                 .left = [this](serve::TabId tab) { tabs.erase(tab); },
                 .tick = [this] { tick(); }},
                [this](const std::string& path) { return asset(path); }) {
    thread = std::jthread([this](const std::stop_token& stop) { network.run(stop); });
  }

  /// Of the page itself or, when the run is over, of its pictures. What is found stays.
  const serve::Asset* asset(const std::string& path) {
    if (const auto* page = serve::find_run_page(path)) return page;
    std::lock_guard lock(mutex);
    const auto found = std::find_if(pictures.begin(), pictures.end(),
                                    [&](const serve::Asset& one) { return one.path == path; });
    return found == pictures.end() ? nullptr : &*found;
  }

  void tick() {
    const auto now = std::chrono::steady_clock::now();
    if (now - sent < kBetween) return;
    {
      std::lock_guard lock(mutex);
      if (!changed) return;
      changed = false;
    }
    sent = now;
    const auto text = message();
    for (const auto tab : tabs) network.send(tab, text);
  }

  std::string message() {
    std::lock_guard lock(mutex);
    nlohmann::ordered_json json;
    json["kind"] = "run";
    json["name"] = experiment.name;
    json["purpose"] = experiment.purpose;
    json["side"] = side;
    json["done"] = progress.done;
    json["planned"] = progress.planned;
    const double rate = lab::campaigns_per_second(progress);
    json["rate"] = rate;
    json["left"] = rate > 0 && progress.planned > progress.done ? lab::seconds_left(progress) : 0.0;
    json["failed"] = progress.failed;
    json["forfeited"] = progress.forfeited;
    json["band"] = {experiment.band.low, experiment.band.high};
    json["series"] = nlohmann::json::array();
    if (all.counts.scored > 0) {
      const auto interval = lab::live_interval(all.counts);
      json["share"] = all.share();
      json["low"] = interval.low;
      json["high"] = interval.high;
      json["decided"] = decided();
      for (const auto& row : series) json["series"].push_back(row);
    }
    json["cells"] = nlohmann::json::array();
    for (const auto& [cell, scores] : cells) {
      if (json["cells"].size() >= kMostCells) break;
      const auto interval = lab::live_interval(scores.counts);
      const auto name =
          cell < experiment.cells.size() ? experiment.cells[cell].id : fmt::format("{}", cell + 1);
      json["cells"].push_back({{"id", name},
                               {"n", scores.counts.scored},
                               {"share", scores.share()},
                               {"low", interval.low},
                               {"high", interval.high}});
    }
    json["cells_left"] = cells.size() - json["cells"].size();
    json["over"] = is_over;
    json["complete"] = is_complete;
    json["ended"] = ended;
    json["sentences"] = sentences;
    json["pictures"] = picture_names;
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  /// What the campaigns so far show of the band.
  std::string decided() const {
    constexpr const char* kLooks =
        ". Looked at so often, that is no proof yet: the verdict is that of the end.";
    constexpr double kBoth = 0.95, kEach = 0.90;  // of both one-sided tests at 5 %
    const auto& band = experiment.band;
    const auto wide = lab::live_interval(all.counts, kBoth);
    const auto narrow = lab::live_interval(all.counts, kEach);
    const auto words = lab::band_text(band);
    if (cells.size() > 1)
      return "All combinations together; what is asked of them is answered at the end.";
    if (wide.low > band.high || wide.high < band.low)
      return "If it ended now: shown to lie outside " + words + kLooks;
    if (narrow.low > band.low && narrow.high < band.high)
      return "If it ended now: shown to lie within " + words + kLooks;
    return "If it ended now: neither shown to lie within " + words + " nor outside.";
  }

  const lab::Experiment& experiment;
  std::string token;
  // Of the network's thread alone:
  std::set<serve::TabId> tabs;
  std::chrono::steady_clock::time_point sent{};

  std::mutex mutex;  // of what follows
  bool changed = false, is_over = false, is_complete = false;
  lab::RunProgress progress;
  std::string side, ended;
  Scores all;
  std::map<std::uint32_t, Scores> cells;
  std::vector<std::array<double, 4>> series;  ///< campaigns, share, ends of the interval
  std::vector<std::string> sentences, picture_names;
  std::deque<std::string> texts;  ///< of pictures and their paths
  std::deque<serve::Asset> pictures;

  serve::Network network;
  std::jthread thread;  // last: it uses all of the above
};

RunWatch::RunWatch(const lab::Experiment& experiment, std::uint16_t port)
    : implementation_(std::make_unique<Implementation>(experiment, port)) {}

RunWatch::~RunWatch() = default;

std::string RunWatch::address() const {
  return fmt::format("http://127.0.0.1:{}/#t={}", implementation_->network.port(),
                     implementation_->token);
}

void RunWatch::seen(const lab::CampaignSummary& summary) {
  if (summary.status == lab::CampaignStatus::Error) return;
  auto& of = *implementation_;
  std::lock_guard lock(of.mutex);
  of.all.add(summary.score_a());
  of.cells[summary.cell].add(summary.score_a());
}

void RunWatch::told(const lab::RunProgress& progress, const std::string& side) {
  auto& of = *implementation_;
  std::lock_guard lock(of.mutex);
  of.changed = true;
  of.side = side;
  of.progress = progress;
  const auto& counts = of.all.counts;
  if (counts.scored == 0) return;
  const auto done = static_cast<double>(counts.scored);
  if (!of.series.empty() && of.series.back()[0] >= done) return;
  const auto interval = lab::live_interval(counts);
  of.series.push_back({done, of.all.share(), interval.low, interval.high});
  // Every other point goes when there are too many.
  if (of.series.size() <= kMostPoints) return;
  std::size_t kept = 0;
  for (std::size_t i = 1; i < of.series.size(); i += 2) of.series[kept++] = of.series[i];
  of.series.resize(kept);
}

void RunWatch::over(const std::string& ended, bool complete, const lab::Answer& answer,
                    const fs::path& folder) {
  auto& of = *implementation_;
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".png") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::lock_guard lock(of.mutex);
  of.changed = of.is_over = true;
  of.is_complete = complete;
  of.ended = ended;
  of.sentences = answer.sentences;
  for (const auto& file : files) {
    const auto& path = of.texts.emplace_back("/pictures/" + file.filename().string());
    const auto& bytes = of.texts.emplace_back(core::read_file(file));
    of.pictures.push_back({path, "image/png", bytes});
    of.picture_names.push_back(file.filename().string());
  }
}

void RunWatch::stay() const {
  constexpr auto kLookEvery = std::chrono::milliseconds(50);
  while (!interrupt_token().stop_requested()) std::this_thread::sleep_for(kLookEvery);
}

}  // namespace niemen::tools
