#include "ai/lab/campaign_log.h"

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

ai::RecordLogHead head_of(const std::string& identity) { return {"campaign log", 2, identity}; }

void put_summary(std::string& out, const CampaignSummary& s) {
  ai::put(out, s.id);
  ai::put(out, s.block);
  ai::put(out, s.state_hash);
  ai::put(out, s.margin);
  ai::put(out, s.a_losses);
  ai::put(out, s.b_losses);
  ai::put(out, s.cell);
  ai::put(out, s.turns);
  ai::put(out, s.level);
  ai::put(out, s.decided_turn);
  ai::put(out, static_cast<std::uint8_t>(s.status));
  ai::put(out, static_cast<std::uint8_t>(s.winner));
}

CampaignSummary get_summary(ai::ByteCursor& in) {
  CampaignSummary s;
  s.id = in.get<std::uint64_t>();
  s.block = in.get<std::uint64_t>();
  s.state_hash = in.get<std::uint64_t>();
  s.margin = in.get<double>();
  s.a_losses = in.get<double>();
  s.b_losses = in.get<double>();
  s.cell = in.get<std::uint32_t>();
  s.turns = in.get<std::int32_t>();
  s.level = in.get<std::int32_t>();
  s.decided_turn = in.get<std::int32_t>();
  s.status = static_cast<CampaignStatus>(in.get<std::uint8_t>());
  s.winner = static_cast<play::Outcome::Winner>(in.get<std::uint8_t>());
  return s;
}

std::string encode(const CampaignRecord& record) {
  std::string out;
  put_summary(out, record.summary);
  ai::put(out, record.seconds);
  ai::put_text(out, record.failure);
  ai::put_text(out, record.position);
  ai::put_text(out, record.tally);
  ai::put(out, static_cast<std::uint32_t>(record.rows.size()));
  for (const auto& row : record.rows) ai::put_text(out, row);
  return out;
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

CampaignRecord LogReader::read(ai::RecordPlace place) const {
  const auto payload = records_.read(place);
  CampaignRecord record;
  ai::ByteCursor cursor{payload};
  record.summary = get_summary(cursor);
  record.seconds = cursor.get<double>();
  record.failure = cursor.text();
  record.position = cursor.text();
  record.tally = cursor.text();
  const auto tables = cursor.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < tables && cursor.sound; ++i) record.rows.push_back(cursor.text());
  if (!cursor.sound) throw core::InputError(file_.string() + ": a record cannot be read");
  return record;
}

LogAppender::LogAppender(const std::filesystem::path& file, const std::string& identity,
                         std::uint64_t sound_length)
    : records_(file, head_of(identity), sound_length) {}

void LogAppender::append(const CampaignRecord& record) { records_.append(encode(record)); }

}  // namespace niemen::lab
