#include "engine/play/diary.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/text.h"
#include "engine/play/joining.h"
#include "engine/play/telling.h"

namespace niemen::play {

namespace {

constexpr std::size_t kLineWidth = 100;

using core::capitalised;

/// With a capital and a full stop.
std::string sentence(std::string text) {
  text = capitalised(std::move(text));
  if (text.empty()) return text;
  if (text.back() != '.' && text.back() != '!' && text.back() != '?') text += '.';
  return text;
}

std::string parts_of(const Event& event) {
  std::string text;
  for (const auto& modifier : event.modifiers)
    text += fmt::format("{}{:+} {}", text.empty() ? "" : "; ", modifier.value, modifier.reason);
  return text;
}

/// Breaks a paragraph into lines.
std::string wrapped(std::string_view text, std::string_view indent) {
  std::string lines(indent);
  std::size_t column = indent.size();
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const bool first = column == indent.size();
    if (!first && column + 1 + end > kLineWidth) {
      lines += '\n';
      lines += indent;
      column = indent.size();
    } else if (!first) {
      lines += ' ';
      ++column;
    }
    lines += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines + '\n';
}

std::string table_text(const std::vector<DiaryRow>& table) {
  std::size_t width = 0;
  for (const auto& row : table) width = std::max(width, row.text.size());
  std::string text;
  for (const auto& row : table)
    text += row.parts.empty() ? fmt::format("    | {}\n", row.text)
                              : fmt::format("    | {:<{}} | {}\n", row.text, width, row.parts);
  return text;
}

/// "French: Infantry Corps 20; Cavalry Corps 11": the tracks of one side, or of both.
std::string strengths_text(const View& view, int side, const GameInfo& info) {
  std::string text = side < 0 ? "" : capitalised(info.side_names[side]) + ": ";
  const auto start = text.size();
  for (const auto& track : view.tracks)
    if (track.side == side && (track.value != 0 || !track.words.empty()))
      text += fmt::format("{}{} {}{}", text.size() == start ? "" : "; ", track.name, track.value,
                          track.words.empty() ? "" : " (" + track.words + ")");
  return text.size() == start ? "" : text;
}

std::string account_text(const View& view, int side, const std::string& name) {
  std::string lines;
  int total = 0;
  for (const auto& line : view.account) {
    if (line.side != side) continue;
    total += line.points;
    lines += fmt::format("{}{} {:+}", lines.empty() ? "" : ", ", line.words, line.points);
  }
  return lines.empty() ? "" : fmt::format("{} has {} points: {}.", name, total, lines);
}

/// What a side did in secret is told in full; what others see of that needs no telling then.
std::vector<Event> told_to_referee(std::span<const Event> events) {
  std::vector<Event> told;
  for (const auto& event : events)
    if (event.side < 0 || event.visible_to[event.side]) told.push_back(event);
  return told;
}

std::string closing_text(const View& view, const GameInfo& info) {
  std::string text;
  for (int side = 0; side < kSides; ++side)
    if (const auto strengths = strengths_text(view, side, info); !strengths.empty())
      text += wrapped(sentence(strengths), "  ");
  for (int side = 0; side < kSides; ++side)
    if (const auto account = account_text(view, side, capitalised(info.side_names[side]));
        !account.empty())
      text += wrapped(sentence(account), "  ");
  return text.empty() ? "" : "\n  Strengths and account at the end of the turn\n" + text;
}

}  // namespace

DiaryWriter::DiaryWriter(const AnyGame& game, Viewer reader, const View& first)
    : game_(game), reader_(reader) {
  begin_turn(first.turn,
             first.turn_name.empty() ? fmt::format("Turn {}", first.turn) : first.turn_name);
  turns_.back().phases.back().heading = first.phase;
}

void DiaryWriter::begin_turn(int turn, std::string heading) {
  auto& begun = turns_.emplace_back();
  begun.turn = turn;
  begun.heading = std::move(heading);
  begin_phase({});
}

void DiaryWriter::begin_phase(std::string heading) {
  turns_.back().phases.emplace_back().heading = std::move(heading);
  open_ = false;
}

void DiaryWriter::take(const Event& event, const EventRow& row) {
  if (!kept_.empty() && kept_.front().kind != event.kind) tell_kept();
  if (row.joining == Joining::None) return tell(event, row);
  // A route goes on from its last step; a place may have been named before others.
  const auto first =
      row.joining == Joining::Route && !kept_.empty() ? kept_.end() - 1 : kept_.begin();
  for (auto kept = first; kept != kept_.end(); ++kept)
    if (join(*kept, event, row.joining)) return;
  kept_.push_back(event);
}

void DiaryWriter::tell_kept() {
  for (const auto& event : kept_) tell(event, game_.event_row(event));
  kept_.clear();
}

/// Operations of one kind that are told in a sentence each follow each other in one paragraph.
void DiaryWriter::tell(const Event& event, const EventRow& row) {
  auto& paragraphs = turns_.back().phases.back().paragraphs;
  const bool begins = row.weight == Weight::Operation || !open_;
  const bool goes_on =
      open_ && (!begins || (paragraphs.back().kind == row.name && paragraphs.back().plain));
  if (!goes_on) paragraphs.emplace_back().kind = row.name;
  open_ = true;
  auto& paragraph = paragraphs.back();
  paragraph.plain = begins;
  auto words = game_.event_text(event, reader_);
  if (!begins && (event.face != 0 || !event.modifiers.empty())) {
    paragraph.table.push_back({std::move(words), parts_of(event)});
  } else {
    paragraph.text += (paragraph.text.empty() ? "" : " ") + sentence(std::move(words));
  }
}

void DiaryWriter::add(std::span<const Event> events, const std::function<View()>& after) {
  const bool all = reader_ == Viewer::Public;
  for (const auto& event : all ? told_to_referee(events) : told_to(reader_, events)) {
    const auto row = game_.event_row(event);
    if (row.weight <= Weight::Phase) tell_kept();
    if (row.weight == Weight::Turn) {
      turns_.back().closing = after();
      const auto& closing = turns_.back().closing;
      begin_turn(closing.turn, closing.turn_name.empty()
                                   ? capitalised(game_.event_text(event, reader_))
                                   : closing.turn_name);
    } else if (row.weight == Weight::Phase) {
      begin_phase(capitalised(game_.event_text(event, reader_)));
    } else {
      take(event, row);
    }
  }
}

std::vector<DiaryTurn> DiaryWriter::finish(const View& last) {
  tell_kept();
  if (!turns_.empty()) turns_.back().closing = last;
  return std::move(turns_);
}

std::vector<DiaryTurn> diary_of(const Replay& replay, Viewer reader) {
  const auto& game = *replay.game;
  const auto view = [&](const AnyState& state) {
    return reader == Viewer::Public ? game.whole_view(state)
                                    : game.view(game.observe(state, reader));
  };
  DiaryWriter writer(game, reader, view(replay.states.front()));
  for (std::size_t i = 0; i < replay.actions.size(); ++i) {
    auto state = replay.states[i];
    const auto events = game.apply(state, replay.actions[i]);
    writer.add(events, [&] { return view(state); });
  }
  return writer.finish(view(replay.states.back()));
}

std::string diary_text(const std::vector<DiaryTurn>& diary, const GameInfo& info) {
  std::string text;
  for (const auto& turn : diary) {
    if (!turn.heading.empty())
      text += fmt::format("\n{}\n{:=<{}}\n", turn.heading, "", turn.heading.size());
    for (const auto& phase : turn.phases) {
      if (phase.paragraphs.empty()) continue;
      if (!phase.heading.empty())
        text += fmt::format("\n{}\n{:-<{}}\n", phase.heading, "", phase.heading.size());
      for (const auto& paragraph : phase.paragraphs)
        text += "\n" + wrapped(paragraph.text, "") + table_text(paragraph.table);
    }
    text += closing_text(turn.closing, info);
  }
  return text;
}

}  // namespace niemen::play
