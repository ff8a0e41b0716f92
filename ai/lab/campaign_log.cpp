#include "ai/lab/campaign_log.h"

#include <cmath>
#include <limits>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

ai::RecordLogHead head_of(const std::string& identity) { return {"campaign log", 3, identity}; }

// Whole numbers in groups of seven bits, low first, the top bit set while more follow: most numbers
// of a campaign take one byte.
void put_whole(std::string& out, std::uint64_t value) {
  for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
  out += static_cast<char>(value);
}

std::uint64_t get_whole(ai::ByteCursor& in) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64 && in.sound; shift += 7) {
    const auto byte = in.get<std::uint8_t>();
    value |= static_cast<std::uint64_t>(byte & 127) << shift;
    if (byte < 128) break;
  }
  return value;
}

// Signs in the lowest bit.
std::uint64_t fold(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
std::int64_t unfold(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

/// How a figure is kept: points and losses are whole as a rule.
enum class Figure : std::uint8_t { Unknown, Whole, Real };

Figure kind_of(double value) {
  constexpr double kLargest = 0x1.0p50;
  if (std::isnan(value)) return Figure::Unknown;
  const bool whole = std::abs(value) < kLargest && value == std::trunc(value);
  return whole && !(value == 0 && std::signbit(value)) ? Figure::Whole : Figure::Real;
}

void put_figure(std::string& out, double value) {
  switch (kind_of(value)) {
    case Figure::Unknown: return;
    case Figure::Whole: return put_whole(out, fold(static_cast<std::int64_t>(value)));
    case Figure::Real: return ai::put(out, value);
  }
}

double get_figure(ai::ByteCursor& in, unsigned kind) {
  switch (static_cast<Figure>(kind & 3)) {
    case Figure::Whole: return static_cast<double>(unfold(get_whole(in)));
    case Figure::Real: return in.get<double>();
    case Figure::Unknown: break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void put_summary(std::string& out, const CampaignSummary& s) {
  const auto bits = [](auto value, int place) { return static_cast<unsigned>(value) << place; };
  const auto kinds = bits(s.status, 0) | bits(s.winner, 2) | bits(kind_of(s.margin), 4) |
                     bits(kind_of(s.a_losses), 6) | bits(kind_of(s.b_losses), 8);
  put_whole(out, kinds);
  put_whole(out, s.id);
  put_whole(out, s.block);
  put_whole(out, s.cell);
  put_whole(out, fold(s.turns));
  put_whole(out, fold(s.level));
  put_whole(out, fold(s.decided_turn));
  put_figure(out, s.margin);
  put_figure(out, s.a_losses);
  put_figure(out, s.b_losses);
  ai::put(out, s.state_hash);
}

CampaignSummary get_summary(ai::ByteCursor& in) {
  CampaignSummary s;
  const auto kinds = static_cast<unsigned>(get_whole(in));
  s.status = static_cast<CampaignStatus>(kinds & 3);
  s.winner = static_cast<play::Outcome::Winner>(kinds >> 2 & 3);
  s.id = get_whole(in);
  s.block = get_whole(in);
  s.cell = static_cast<std::uint32_t>(get_whole(in));
  s.turns = static_cast<std::int32_t>(unfold(get_whole(in)));
  s.level = static_cast<std::int32_t>(unfold(get_whole(in)));
  s.decided_turn = static_cast<std::int32_t>(unfold(get_whole(in)));
  s.margin = get_figure(in, kinds >> 4);
  s.a_losses = get_figure(in, kinds >> 6);
  s.b_losses = get_figure(in, kinds >> 8);
  s.state_hash = in.get<std::uint64_t>();
  return s;
}

std::string encode(const CampaignRecord& record) {
  std::string out;
  put_summary(out, record.summary);
  ai::put(out, record.seconds);
  // Of what is only counted nothing follows.
  if (record.rows.empty() && record.failure.empty()) return out;
  ai::put_text(out, record.failure);
  ai::put_text(out, record.position);
  ai::put_text(out, record.tally);
  ai::put(out, static_cast<std::uint32_t>(record.rows.size()));
  for (const auto& row : record.rows) ai::put_text(out, row);
  return out;
}

CampaignRecord decode(std::string_view payload, bool summary_only, bool& sound) {
  CampaignRecord record;
  ai::ByteCursor cursor{payload};
  record.summary = get_summary(cursor);
  sound = cursor.sound;
  if (summary_only) return record;
  record.seconds = cursor.get<double>();
  if (!cursor.bytes.empty()) {
    record.failure = cursor.text();
    record.position = cursor.text();
    record.tally = cursor.text();
    const auto tables = cursor.get<std::uint32_t>();
    for (std::uint32_t i = 0; i < tables && cursor.sound; ++i) record.rows.push_back(cursor.text());
  }
  sound = cursor.sound;
  return record;
}

}  // namespace

const char* status_name(CampaignStatus status) {
  switch (status) {
    case CampaignStatus::Ok: return "ok";
    case CampaignStatus::Error: return "error";
    case CampaignStatus::Limit: return "limit";
    case CampaignStatus::Forfeit: return "forfeit";
  }
  return "error";
}

ScannedLog scan_log(const std::filesystem::path& file, const std::string& identity,
                    const std::function<void(const CampaignSummary&, ai::RecordPlace)>& visit) {
  ScannedLog scanned;
  scanned.sound_length = ai::scan_records(
      file, head_of(identity),
      [&](std::string_view payload, ai::RecordPlace place) {
        ai::ByteCursor cursor{payload};
        visit(get_summary(cursor), place);
      },
      [&](std::uint64_t offset) { scanned.damaged.push_back(offset); });
  return scanned;
}

void LogReader::visit(const LogPiece& piece, const std::function<void(CampaignRecord)>& visit,
                      bool summary_only) const {
  // A frame is the length of its payload, a checksum, which was looked at when the piece was found,
  // and the payload; the reader gives what lies behind a head.
  constexpr std::uint64_t kHead = 2 * sizeof(std::uint32_t);
  const auto bytes =
      records_.read({piece.offset - kHead, static_cast<std::uint32_t>(piece.end - piece.offset)});
  ai::ByteCursor rest{bytes};
  while (!rest.bytes.empty()) {
    const auto length = rest.get<std::uint32_t>();
    (void)rest.get<std::uint32_t>();
    bool sound = rest.sound && length <= rest.bytes.size();
    if (!sound) throw core::InputError(file_.string() + ": a record cannot be read");
    visit(decode(rest.bytes.substr(0, length), summary_only, sound));
    if (!sound) throw core::InputError(file_.string() + ": a record cannot be read");
    rest.bytes.remove_prefix(length);
  }
}

LogAppender::LogAppender(const std::filesystem::path& file, const std::string& identity,
                         std::uint64_t sound_length)
    : records_(file, head_of(identity), sound_length) {}

void LogAppender::append(const CampaignRecord& record) { records_.append(encode(record)); }

}  // namespace niemen::lab
