#include "ai/lab/campaign_table.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <charconv>
#include <iterator>

#include "ai/lab/csv.h"
#include "ai/lab/set_up.h"

namespace niemen::lab {

namespace {

using Csv = CsvLine;
using Line = CampaignLine;
using Played = PlayedCampaign;

/// A column; of a campaign that failed only what was planned is known, and how it ended.
struct Row {
  const char* name;
  const char* type;
  const char* description;
  void (*plan)(Csv& csv, const Line& line);
  void (*result)(Csv& csv, const Line& line, const Played& played) = nullptr;
};

const char* winner_name(play::Outcome::Winner winner) {
  switch (winner) {
    case play::Outcome::Winner::A: return "a";
    case play::Outcome::Winner::B: return "b";
    case play::Outcome::Winner::Draw: return "draw";
  }
  return "draw";
}

void put_level(Csv& csv, const Line& line, const Played& played) {
  const auto& levels = line.info.victory_levels;
  const auto level = static_cast<std::size_t>(played.outcome.level);
  if (line.status != CampaignStatus::Forfeit && level < levels.size())
    csv.text(levels[level]);
  else
    csv.missing();
}

void put_margin(Csv& csv, const Line& line, const Played& played) {
  if (line.status == CampaignStatus::Forfeit)
    csv.missing();
  else
    csv.integer(played.outcome.margin);
}

void put_decided_turn(Csv& csv, const Line&, const Played& played) {
  if (played.decided_turn > 0)
    csv.integer(played.decided_turn);
  else
    csv.missing();
}

void put_battles(Csv& csv, const Line& line, const Played& played) {
  if (line.records_battles)
    csv.count(played.battle_rows.size());
  else
    csv.missing();
}

/// The deployment of a side by index.
void put_opening(Csv& csv, const Line& line, std::size_t side) {
  const auto& set_up = line.task.set_ups[side];
  csv.text(set_up ? set_up->name : line.cell.request.openings[side]);
}

void put_end(Csv& csv, const Line& line) {
  csv.text(end_name(end_of(line.status, line.played ? line.played->turns : 0, line.info)));
}

const Row kRows[] = {
    {"campaign_id", "integer", "place in the schedule; the same on every machine",
     [](Csv& csv, const Line& l) { csv.count(l.task.id); }},
    {"block_id", "integer", "campaigns of one block share their dice",
     [](Csv& csv, const Line& l) { csv.count(l.task.block); }},
    {"replicate", "integer", "how often the combination was played before",
     [](Csv& csv, const Line& l) { csv.count(l.task.block); }},
    {"seed", "string", "names every die of the campaign",
     [](Csv& csv, const Line& l) { csv.name64(l.task.key); }},
    {"game", "string", "folder of the game",
     [](Csv& csv, const Line& l) { csv.text(l.info.title); }},
    {"scenario", "string", "scenario of the game",
     [](Csv& csv, const Line& l) { csv.text(l.info.scenario); }},
    {"rules_id", "string", "preset of rules",
     [](Csv& csv, const Line& l) { csv.text(l.info.preset); }},
    {"victory_id", "string", "hash of all rules and data, victory conditions included",
     [](Csv& csv, const Line& l) { csv.name64(l.info.data_hash); }},
    {"cell_id", "string", "combination of openings, agents and parameters",
     [](Csv& csv, const Line& l) { csv.text(l.cell.id); }},
    {"side_a", "string", "name of the first side",
     [](Csv& csv, const Line& l) { csv.text(l.info.side_names[0]); }},
    {"side_b", "string", "name of the second side",
     [](Csv& csv, const Line& l) { csv.text(l.info.side_names[1]); }},
    {"a_agent", "string", "who played the first side",
     [](Csv& csv, const Line& l) { csv.text(l.cell.agents[0].label()); }},
    {"b_agent", "string", "who played the second side",
     [](Csv& csv, const Line& l) { csv.text(l.cell.agents[1].label()); }},
    {"a_budget", "integer", "iterations a decision; 0: it does not search",
     [](Csv& csv, const Line& l) { csv.count(l.cell.agents[0].iterations); }},
    {"b_budget", "integer", "iterations a decision; 0: it does not search",
     [](Csv& csv, const Line& l) { csv.count(l.cell.agents[1].iterations); }},
    {"a_opening", "string", "deployment of the first side; empty: played",
     [](Csv& csv, const Line& l) { put_opening(csv, l, 0); }},
    {"b_opening", "string", "deployment of the second side; empty: played",
     [](Csv& csv, const Line& l) { put_opening(csv, l, 1); }},
    {"swapped", "integer", "1 when the agents changed sides",
     [](Csv& csv, const Line&) { csv.flag(false); }},
    {"status", "string", "ok, error, limit or forfeit",
     [](Csv& csv, const Line& l) { csv.text(status_name(l.status)); }},
    {"end_reason", "string",
     "played_out, sudden_death (before the last turn), limit (of decisions), forfeit or error",
     put_end},
    {"turns", "integer", "the turn in which it ended", nullptr,
     [](Csv& csv, const Line&, const Played& p) { csv.integer(p.turns); }},
    {"winner", "string", "a, b or draw", nullptr,
     [](Csv& csv, const Line&, const Played& p) { csv.text(winner_name(p.outcome.winner)); }},
    {"victory_level", "string", "level of victory by the game's table", nullptr, put_level},
    {"a_score", "number", "1 won, 0.5 drawn, 0 lost by the first side", nullptr,
     [](Csv& csv, const Line&, const Played& p) { csv.real(p.outcome.score_a()); }},
    {"a_points", "number", "victory points of the first side", nullptr,
     [](Csv& csv, const Line&, const Played& p) { csv.real(p.a_points); }},
    {"b_points", "number", "of the second side, or what those of the first are held against",
     nullptr, [](Csv& csv, const Line&, const Played& p) { csv.real(p.b_points); }},
    {"margin", "number", "points by which the first side is ahead", nullptr, put_margin},
    {"a_losses", "number", "strength points lost by the first side", nullptr,
     [](Csv& csv, const Line&, const Played& p) { csv.real(p.a_losses); }},
    {"b_losses", "number", "strength points lost by the second side", nullptr,
     [](Csv& csv, const Line&, const Played& p) { csv.real(p.b_losses); }},
    {"decided_turn", "integer", "the turn after which the winner never trailed again", nullptr,
     put_decided_turn},
    {"n_battles", "integer", "battles fought", nullptr, put_battles},
    {"state_hash", "string", "of the last position", nullptr,
     [](Csv& csv, const Line&, const Played& p) { csv.name64(p.state_hash); }},
    {"decisions", "integer", "decisions of both sides", nullptr,
     [](Csv& csv, const Line&, const Played& p) { csv.integer(p.decisions); }},
};

/// The column of a factor: its key in words that every reader takes for a name.
std::string factor_column(const std::string& key) {
  std::string name = "factor_";
  for (const char c : key)
    name += std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                : '_';
  return name;
}

bool is_number(const std::string& text) {
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  return end.ec == std::errc{} && end.ptr == text.data() + text.size();
}

/// The values of the factors in a combination.
void put_factors(Csv& csv, const std::vector<Factor>& factors, const Cell& cell) {
  for (const auto& factor : factors) {
    const auto level = std::find_if(cell.levels.begin(), cell.levels.end(),
                                    [&](const auto& one) { return one.first == factor.key; });
    if (level == cell.levels.end())
      csv.missing();
    else
      csv.text(level->second);
  }
}

}  // namespace

std::vector<Column> campaign_columns(const std::vector<Factor>& factors) {
  std::vector<Column> columns;
  for (const auto& row : kRows) columns.push_back({row.name, row.type, row.description});
  for (const auto& factor : factors) {
    const bool numbers =
        factor.is_range() || std::all_of(factor.values.begin(), factor.values.end(), is_number);
    columns.push_back({factor_column(factor.key), numbers ? "number" : "string",
                       "value of " + factor.key + "; empty: as the rules stand"});
  }
  return columns;
}

std::size_t campaign_column(std::string_view name) {
  const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const Row& r) { return r.name == name; });
  assert(row != std::end(kRows));
  return static_cast<std::size_t>(row - std::begin(kRows));
}

std::string campaign_row(const CampaignLine& line, const std::vector<Factor>& factors) {
  Csv csv;
  for (const auto& row : kRows) {
    if (row.plan)
      row.plan(csv, line);
    else if (line.played)
      row.result(csv, line, *line.played);
    else
      csv.missing();
  }
  put_factors(csv, factors, line.cell);
  return csv.take();
}

}  // namespace niemen::lab
