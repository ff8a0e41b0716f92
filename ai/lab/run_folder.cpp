#include "ai/lab/run_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>

#include "ai/lab/build_info.h"
#include "ai/lab/csv.h"
#include "ai/parallel.h"
#include "ai/processors.h"
#include "engine/core/digest.h"
#include "engine/core/file_writer.h"
#include "engine/core/look.h"

namespace niemen::lab {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr const char* kSchemaVersion = "1.0.0";

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string shard_file(const Shard& shard) { return fmt::format("shard-{:04}.log", shard.index); }

/// The logs of a run, in the order of their shards.
std::vector<fs::path> log_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / "log", error))
    if (entry.path().extension() == ".log") files.push_back(entry.path());
  if (error) throw core::InputError((folder / "log").string() + ": " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

/// What differs between two resolved experiments, as a short list of places.
std::string differences(const std::string& before, const std::string& after) {
  const auto patch = nlohmann::json::diff(nlohmann::json::parse(before, nullptr, false),
                                          nlohmann::json::parse(after, nullptr, false));
  std::string text;
  constexpr std::size_t kShown = 6, kLongestShown = 60;
  for (std::size_t i = 0; i < patch.size() && i < kShown; ++i) {
    const auto& change = patch[i];
    text += "\n  " + change["path"].get<std::string>();
    if (change.contains("value")) {
      const auto value = change["value"].dump();
      text += value.size() <= kLongestShown ? " is now " + value : " is new";
    }
    if (change["op"] == "remove") text += " is gone";
  }
  if (patch.size() > kShown) text += fmt::format("\n  and {} more", patch.size() - kShown);
  return text;
}

ordered_json manifest_json(const Manifest& manifest, const RunIdentity& identity) {
  const auto build = build_info();
  ordered_json json;
  json["run_id"] = identity.sha256.substr(0, 16);
  json["schema_version"] = kSchemaVersion;
  json["spec_sha256"] = manifest.spec_sha256;
  json["binary_sha256"] = manifest.program_sha256;
  json["agents_know"] = manifest.knowledge;
  json["git_commit"] = build.git_commit;
  json["git_dirty"] = build.git_dirty;
  json["version"] = build.version;
  json["compiler"] = build.compiler;
  json["flags"] = build.flags;
  json["cpu"] = build.processor;
  json["host"] = host_name();
  json["rng"] = "philox4x32-10 keyed (campaign key, chance key)";
  json["n_planned"] = manifest.planned;
  json["n_planned_in_all"] = manifest.planned_in_all;
  json["n_counted"] = manifest.counted;
  json["shard_index"] = manifest.shard.index;
  json["shard_count"] = manifest.shard.count;
  json["keep"] = kKeeps[static_cast<std::size_t>(manifest.keep)];
  json["complete"] = manifest.complete;
  json["started_utc"] = manifest.started;
  if (manifest.complete) {
    json["ended_utc"] = utc_now();
    json["n_failed"] = manifest.mishaps.failed;
    json["n_forfeited_a"] = manifest.mishaps.forfeited[0];
    json["n_forfeited_b"] = manifest.mishaps.forfeited[1];
    json["reasons"] = ordered_json::array();
    for (const auto& reason :
         {manifest.mishaps.failure, manifest.mishaps.reason[0], manifest.mishaps.reason[1]})
      if (!reason.empty()) json["reasons"].push_back(reason);
  }
  const auto resolved = nlohmann::json::parse(identity.resolved, nullptr, false);
  if (resolved.contains("seed")) json["master_seed"] = resolved["seed"];
  ordered_json data = ordered_json::array();
  if (resolved.contains("cells"))
    for (const auto& cell : resolved["cells"])
      if (cell.contains("data_hash")) data.push_back(cell["data_hash"].get<std::string>());
  json["data_hashes"] = data;
  return json;
}

std::string table_header(const Table& table) {
  CsvLine line;
  for (const auto& column : table.columns) line.text(column.name);
  return line.take();
}

std::vector<Table> all_tables(const CampaignSource& source) {
  auto tables = source.tables();
  for (auto& table : source.sum_tables()) tables.push_back(std::move(table));
  return tables;
}

/// The CSV files that are there, results included: what is the same wherever the run is played.
std::vector<std::string> reproducible_files(const fs::path& folder, const CampaignSource& source) {
  std::vector<std::string> names;
  for (const auto& table : all_tables(source))
    if (core::is_there(folder / (table.name + ".csv"))) names.push_back(table.name + ".csv");
  std::vector<std::string> results;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder / "results", none))
    if (entry.path().extension() == ".csv")
      results.push_back("results/" + entry.path().filename().string());
  std::sort(results.begin(), results.end());
  names.insert(names.end(), results.begin(), results.end());
  return names;
}

ordered_json resource(const std::string& name, const std::string& path,
                      const std::vector<Column>& columns, const std::vector<std::string>& key) {
  ordered_json fields = ordered_json::array();
  for (const auto& column : columns)
    fields.push_back(
        {{"name", column.name}, {"type", column.type}, {"description", column.description}});
  ordered_json schema{{"fields", fields}, {"missingValues", {""}}};
  if (!key.empty()) schema["primaryKey"] = key;
  return {{"name", name}, {"path", path}, {"schema", schema}};
}

void write_sums(const fs::path& folder, const std::vector<Table>& tables,
                const std::vector<std::string>& lines) {
  for (std::size_t t = 0; t < tables.size(); ++t)
    core::write_file(folder / (tables[t].name + ".csv"), table_header(tables[t]) + lines[t]);
}

}  // namespace

bool same_knowledge(const std::string& one, const std::string& other) {
  return one == other || one.empty() || other.empty();
}

RunFolder::RunFolder(fs::path folder, const RunIdentity& identity, const Shard& shard,
                     bool other_program)
    : folder_(std::move(folder)), identity_(identity) {
  std::error_code error;
  const bool exists = fs::exists(folder_, error);
  if (exists && !fs::is_directory(folder_, error))
    throw core::InputError(folder_.string() + ": is a file, not a folder for a run");
  const bool run = exists && fs::exists(folder_ / "manifest.json", error);
  const bool begun = exists && fs::exists(folder_ / ".lock", error);
  if (exists && !run && !begun && !fs::is_empty(folder_, error))
    throw core::InputError(folder_.string() +
                           ": holds other things than a run; name a new folder with --out");
  fs::create_directories(folder_ / "log", error);
  if (error) {
    const auto message = (folder_ / "log").string() + ": " + error.message();
    if (!exists) fs::remove(folder_, error);
    throw core::InputError(message);
  }
  lock_ = std::make_unique<ai::FolderLock>(folder_);
  try {
    // Another program may have begun the run before the lock was ours.
    if (core::is_there(folder_ / "manifest.json"))
      resume(shard, other_program);
    else
      begin(shard);
  } catch (...) {
    if (!fs::exists(folder_ / "manifest.json", error)) take_back(!exists);
    throw;
  }
}

void RunFolder::take_back(bool folder_too) {
  std::error_code ignored;
  for (const auto* name : {"spec.toml", "spec.resolved.json", kGameFile, "log", ".lock"})
    fs::remove(folder_ / name, ignored);
  if (folder_too) fs::remove(folder_, ignored);
}

void RunFolder::begin(const Shard& shard) {
  core::write_file(folder_ / "spec.toml", identity_.spec_text);
  core::write_file(folder_ / "spec.resolved.json", identity_.resolved);
  if (!identity_.game.empty()) core::write_file(folder_ / kGameFile, identity_.game);
  Manifest manifest;
  manifest.spec_sha256 = identity_.sha256;
  manifest.program_sha256 = identity_.program_sha256;
  manifest.knowledge = identity_.knowledge;
  manifest.shard = shard;
  manifest.keep = identity_.keep;
  manifest.started = utc_now();
  save_manifest(manifest);
}

void RunFolder::resume(const Shard& shard, bool other_program) {
  manifest_ = read_manifest(folder_);
  check_spec(folder_, manifest_);
  if (manifest_.spec_sha256 != identity_.sha256)
    throw core::InputError(
        folder_.string() + ": holds a run of another experiment; name a new folder with --out. " +
        "What differs:" +
        differences(core::read_file(folder_ / "spec.resolved.json"), identity_.resolved));
  if (manifest_.shard.index != shard.index || manifest_.shard.count != shard.count)
    throw core::InputError(fmt::format("{}: holds shard {}/{} of this experiment", folder_.string(),
                                       manifest_.shard.index, manifest_.shard.count));
  if (manifest_.keep != identity_.keep)
    throw core::InputError(
        fmt::format("{}: was begun with --keep {}; go on with that, or begin anew "
                    "in another folder",
                    folder_.string(), kKeeps[static_cast<std::size_t>(manifest_.keep)]));
  if (manifest_.complete) return;
  if (!same_knowledge(manifest_.knowledge, identity_.knowledge))
    throw core::InputError(folder_.string() +
                           ": the doctrines or the evaluation of its agents have changed since it "
                           "was begun; put them back, or begin anew in another folder");
  if (manifest_.program_sha256 == identity_.program_sha256) return;
  if (!other_program)
    throw core::InputError(folder_.string() +
                           ": was begun by another build of this program, whose "
                           "campaigns may differ; go on with --other-program "
                           "(it is written down), or begin anew");
  manifest_.program_sha256 = identity_.program_sha256;
  manifest_.knowledge = identity_.knowledge;
}

std::unique_ptr<LogAppender> RunFolder::open_log() {
  damage_.clear();
  const auto own = folder_ / "log" / shard_file(manifest_.shard);
  std::uint64_t sound = 0;
  for (const auto& file : log_files(folder_)) {
    const auto scanned =
        scan_log(file, identity_.sha256, [](const CampaignSummary&, ai::RecordPlace) {});
    if (file == own) sound = scanned.sound_length;
    for (const auto offset : scanned.damaged)
      damage_.push_back(
          fmt::format("{}: is damaged at byte {}; the campaign that lay there is played again",
                      file.string(), offset));
  }
  return std::make_unique<LogAppender>(own, identity_.sha256, sound);
}

void RunFolder::save_manifest(const Manifest& manifest, const CampaignSource* source) {
  manifest_ = manifest;
  auto json = manifest_json(manifest, identity_);
  if (source && manifest.complete) {
    for (const auto& name : reproducible_files(folder_, *source))
      json["files"].push_back({{"path", name},
                               {"rows", count_csv_rows(folder_ / name)},
                               {"sha256", core::sha256_file(folder_ / name)}});
  }
  core::write_file(folder_ / "manifest.json", json.dump(1) + "\n");
}

bool looks_back(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder / "manifest.json", ignored)) return false;
  const auto json =
      nlohmann::json::parse(core::read_file(folder / "manifest.json"), nullptr, false);
  return json.is_object() && json.contains("parent_run");
}

Manifest read_manifest(const fs::path& folder) {
  const auto file = folder / "manifest.json";
  std::error_code ignored;
  if (!fs::exists(file, ignored))
    throw core::InputError(folder.string() + ": is not the folder of a run (no manifest.json)");
  const auto json = nlohmann::json::parse(core::read_file(file), nullptr, false);
  Manifest manifest;
  if (looks_back(folder))
    throw core::InputError(folder.string() + ": looks back at the run in " +
                           json["parent_run"].get<std::string>() +
                           " and holds no campaigns of its own");
  try {
    manifest.spec_sha256 = json.at("spec_sha256");
    manifest.program_sha256 = json.at("binary_sha256");
    manifest.knowledge = json.value("agents_know", "");
    manifest.planned = json.at("n_planned");
    manifest.planned_in_all = json.value("n_planned_in_all", manifest.planned);
    manifest.counted = json.at("n_counted");
    manifest.shard.index = json.at("shard_index");
    manifest.shard.count = json.at("shard_count");
    const auto keep = std::find(kKeeps.begin(), kKeeps.end(), json.value("keep", "all"));
    manifest.keep = static_cast<Keep>(keep - kKeeps.begin());
    if (keep == kKeeps.end()) manifest.shard.count = 0;
    manifest.complete = json.at("complete");
    manifest.started = json.at("started_utc");
  } catch (const nlohmann::json::exception&) {
    manifest.shard.count = 0;
  }
  if (manifest.shard.index >= manifest.shard.count)
    throw core::InputError(file.string() +
                           ": is not the manifest of a run; remove it and give the command that "
                           "began the run: what the log holds is kept");
  return manifest;
}

void check_spec(const fs::path& folder, const Manifest& manifest) {
  const auto file = folder / "spec.resolved.json";
  std::error_code ignored;
  if (!fs::exists(file, ignored))
    throw core::InputError(file.string() + ": is missing; the run was of what it said");
  if (core::sha256(core::read_file(file)) != manifest.spec_sha256)
    throw core::InputError(file.string() +
                           ": is not what the run was played by (spec_sha256 of manifest.json)");
}

std::vector<std::string> altered_files(const fs::path& folder) {
  const auto json =
      nlohmann::json::parse(core::read_file(folder / "manifest.json"), nullptr, false);
  std::vector<std::string> altered;
  for (const auto& file : json.value("files", nlohmann::json::array())) {
    const auto name = file.value("path", "");
    std::error_code ignored;
    if (!fs::exists(folder / name, ignored) ||
        core::sha256_file(folder / name) != file.value("sha256", ""))
      altered.push_back(name);
  }
  return altered;
}

namespace {

/// Summaries of runs up to this size stay in memory: looking at them again costs nothing.
constexpr std::size_t kSmallRun = 200'000;
/// Records of a log that are read together: so many, or so many bytes of all logs.
constexpr std::size_t kPieceRecords = 1024;
constexpr std::uint64_t kPieceBytes = 1U << 22;

}  // namespace

RecordedRun::RecordedRun(const fs::path& folder, const std::string& identity) {
  const auto files = log_files(folder);
  const auto most_bytes = std::max<std::uint64_t>(kPieceBytes / (files.size() + 1), 1U << 14);
  for (const auto& file : files) {
    const auto log = readers_.size();
    std::size_t records = kPieceRecords;
    const auto scanned =
        scan_log(file, identity, [&](const CampaignSummary& summary, ai::RecordPlace place) {
          const auto joins = [&] {
            const auto& last = pieces_.back().place;
            return records < kPieceRecords && last.end == place.offset &&
                   place.offset - last.offset < most_bytes;
          };
          if (pieces_.empty() || pieces_.back().log != log || !joins()) {
            pieces_.push_back({log, {place.offset, place.offset}});
            records = 0;
          }
          auto& piece = pieces_.back().place;
          ++records;
          constexpr std::uint64_t kFrameHead = 8;
          piece.end = place.offset + kFrameHead + place.length;
          piece.first_id = std::min(piece.first_id, summary.id);
          piece.last_id = std::max(piece.last_id, summary.id);
          if (played_.size() <= summary.id) played_.resize(summary.id + 1, false);
          count_ += !played_[summary.id];
          played_[summary.id] = true;
        });
    damaged_ += scanned.damaged.size();
    readers_.push_back(std::make_unique<LogReader>(file));
  }
  if (count_ <= kSmallRun && count_ > 0)
    for (auto& record : between(0, played_.size() - 1, true)) small_.push_back(record.summary);
}

std::uint64_t RecordedRun::window() const {
  // Many logs each hold few of the ids that follow one another.
  constexpr std::uint64_t kIds = 16'384, kMostIds = 131'072, kLogs = 16;
  return std::min(kMostIds, kIds * (1 + readers_.size() / kLogs));
}

std::vector<CampaignRecord> RecordedRun::between(std::uint64_t first, std::uint64_t last,
                                                 bool summary_only) const {
  std::vector<CampaignRecord> found;
  for (const auto& piece : pieces_) {
    if (piece.place.last_id < first || piece.place.first_id > last) continue;
    readers_[piece.log]->visit(
        piece.place,
        [&](CampaignRecord record) {
          if (record.summary.id >= first && record.summary.id <= last)
            found.push_back(std::move(record));
        },
        summary_only);
  }
  // Of a campaign that was played twice the first record counts.
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.summary.id < b.summary.id; });
  found.erase(
      std::unique(found.begin(), found.end(),
                  [](const auto& a, const auto& b) { return a.summary.id == b.summary.id; }),
      found.end());
  return found;
}

/// A walk over the campaigns of a run, a window of them at a time.
class RecordedRun::Walk {
 public:
  explicit Walk(const RecordedRun& run) : run_(run) {
    if (run_.small_.empty()) load();
  }

  const CampaignSummary& at() const { return held()[position_]; }
  bool over() const { return position_ >= held().size(); }
  void step() {
    if (++position_ >= held().size() && run_.small_.empty()) load();
  }

 private:
  const std::vector<CampaignSummary>& held() const {
    return run_.small_.empty() ? window_ : run_.small_;
  }

  void load() {
    position_ = 0;
    window_.clear();
    for (; window_.empty() && next_ < run_.played_.size(); next_ += run_.window())
      for (const auto& record : run_.between(next_, next_ + run_.window() - 1, true))
        window_.push_back(record.summary);
  }

  const RecordedRun& run_;
  std::uint64_t next_ = 0;
  std::vector<CampaignSummary> window_;
  std::size_t position_ = 0;
};

RecordedRun::Summaries::Iterator RecordedRun::Summaries::begin() const {
  return Iterator(std::make_shared<Walk>(run_));
}
const CampaignSummary& RecordedRun::Summaries::Iterator::operator*() const { return walk_->at(); }
RecordedRun::Summaries::Iterator& RecordedRun::Summaries::Iterator::operator++() {
  walk_->step();
  return *this;
}
bool RecordedRun::Summaries::Iterator::operator==(std::default_sentinel_t) const {
  return walk_->over();
}

void RecordedRun::visit(std::uint64_t counted,
                        const std::function<void(const CampaignRecord&)>& visit) const {
  // All workers together read about as many as lie in eight megabytes of logs.
  constexpr std::uint64_t kBytes = 1U << 23, kFewest = 256;
  constexpr int kMostWorkers = 8;
  std::uint64_t bytes = 1;
  for (const auto& piece : pieces_) bytes += piece.place.end - piece.place.offset;
  const int workers = bytes > kBytes ? std::min(kMostWorkers, ai::processors()) : 1;
  std::vector<std::vector<CampaignRecord>> parts(static_cast<std::size_t>(workers));
  const auto ids =
      std::clamp<std::uint64_t>(kBytes / parts.size() * count_ / bytes, kFewest, window());
  const auto end = std::min<std::uint64_t>(counted, played_.size());
  for (std::uint64_t first = 0; first < end; first += ids * parts.size()) {
    ai::run_workers(workers, [&](int worker) {
      const auto w = static_cast<std::size_t>(worker);
      const auto from = first + ids * w, to = std::min(end, from + ids);
      parts[w] = from < to ? between(from, to - 1, false) : std::vector<CampaignRecord>{};
    });
    for (const auto& part : parts) std::for_each(part.begin(), part.end(), visit);
  }
}

CampaignRecord RecordedRun::read(std::uint64_t id) const {
  if (!contains(id)) throw core::InputError(fmt::format("there is no campaign {} in this run", id));
  return between(id, id, false).at(0);
}

std::vector<std::uint64_t> RecordedRun::missing(std::uint64_t count, std::size_t most) const {
  std::vector<std::uint64_t> ids;
  for (std::uint64_t id = 0; id < count && ids.size() < most; ++id)
    if (!contains(id)) ids.push_back(id);
  return ids;
}

void write_tables(const fs::path& folder, const CampaignSource& source, const RecordedRun& run,
                  std::uint64_t counted, Keep keep) {
  // As many as were kept.
  auto tables = source.tables();
  constexpr std::size_t kKept[] = {0, 1, ~std::size_t{0}};
  tables.resize(std::min(tables.size(), kKept[static_cast<std::size_t>(keep)]));
  std::vector<std::unique_ptr<core::FileWriter>> writers;
  for (const auto& table : tables) {
    writers.push_back(std::make_unique<core::FileWriter>(folder / (table.name + ".csv")));
    writers.back()->write(table_header(table));
  }
  core::FileWriter timing(folder / "timing.csv"), failures(folder / "failures.csv");
  timing.write("campaign_id,seconds\n");
  failures.write("campaign_id,status,failure,command\n");
  const auto sums = keep == Keep::Counts ? nullptr : source.make_sums();
  CsvLine line;
  run.visit(counted, [&](const CampaignRecord& record) {
    if (sums && !record.tally.empty()) sums->add(record.summary, record.tally);
    for (std::size_t t = 0; t < tables.size() && t < record.rows.size(); ++t)
      writers[t]->write(record.rows[t]);
    const auto id = record.summary.id;
    if (keep != Keep::Counts) timing.write(line.count(id).real(record.seconds).take());
    if (!record.failure.empty())
      failures.write(line.count(id)
                         .text(status_name(record.summary.status))
                         .text(record.failure)
                         .text(fmt::format("niemen lab replay . {}", id))
                         .take());
  });
  if (sums) write_sums(folder, source.sum_tables(), sums->lines());
  for (auto& writer : writers) writer->commit();
  timing.commit();
  failures.commit();
}

void write_datapackage(const fs::path& folder, const CampaignSource& source) {
  ordered_json package;
  package["profile"] = "tabular-data-package";
  package["name"] = "niemen-run";
  for (const auto& table : all_tables(source))
    if (fs::exists(folder / (table.name + ".csv")))
      package["resources"].push_back(
          resource(table.name, table.name + ".csv", table.columns, table.key));
  for (const auto& file : reproducible_files(folder, source))
    if (file.starts_with("results/"))
      package["resources"].push_back(
          resource("results-" + fs::path(file).stem().string(), file, result_columns(), {}));
  core::write_file(folder / "datapackage.json", package.dump(1) + "\n");
}

void merge_shards(const fs::path& folder, const std::vector<fs::path>& shards) {
  if (shards.empty()) throw core::InputError("merge: name the folders of the shards");
  const auto first = read_manifest(shards[0]);
  std::map<std::uint64_t, fs::path> by_index;
  for (const auto& shard : shards) {
    const auto manifest = read_manifest(shard);
    if (manifest.spec_sha256 != first.spec_sha256)
      throw core::InputError(shard.string() + ": is of another experiment than " +
                             shards[0].string() + ":" +
                             differences(core::read_file(shards[0] / "spec.resolved.json"),
                                         core::read_file(shard / "spec.resolved.json")));
    if (manifest.program_sha256 != first.program_sha256)
      throw core::InputError(shard.string() + ": was played by another build of this program");
    if (!same_knowledge(manifest.knowledge, first.knowledge))
      throw core::InputError(
          shard.string() + ": its agents had other doctrines or another evaluation than those of " +
          shards[0].string());
    if (manifest.keep != first.keep)
      throw core::InputError(shard.string() + ": was played with another --keep than " +
                             shards[0].string());
    if (manifest.shard.count != first.shard.count)
      throw core::InputError(fmt::format("{}: is a shard of {}, not of {}", shard.string(),
                                         manifest.shard.count, first.shard.count));
    if (!by_index.emplace(manifest.shard.index, shard).second)
      throw core::InputError(
          fmt::format("{}: shard {} is given twice", shard.string(), manifest.shard.index));
    if (!manifest.complete)
      throw core::InputError(shard.string() + ": is not complete; resume it first");
    if (manifest.planned != first.planned)
      throw core::InputError(
          fmt::format("{}: has played its part of {} campaigns, {} of {}; give the command of the "
                      "round to both",
                      shard.string(), manifest.planned, shards[0].string(), first.planned));
    const auto log = shard / "log" / shard_file(manifest.shard);
    if (!core::is_there(log))
      throw core::InputError(log.string() + ": is missing; resume the shard");
  }
  for (std::uint64_t i = 0; i < first.shard.count; ++i)
    if (!by_index.contains(i))
      throw core::InputError(fmt::format("merge: shard {} of {} is missing", i, first.shard.count));
  RunIdentity identity{core::read_file(shards[0] / "spec.toml"),
                       core::read_file(shards[0] / "spec.resolved.json"),
                       first.spec_sha256,
                       first.program_sha256,
                       first.knowledge,
                       {},
                       first.keep};
  if (const auto game = shards[0] / kGameFile; core::is_there(game))
    identity.game = core::read_file(game);
  RunFolder run(folder, identity, {}, true);
  for (const auto& [index, shard] : by_index) {
    const auto name = shard_file({index, first.shard.count});
    // A log that is there was merged before, and may have gone on since, here or in its shard.
    std::error_code error;
    if (core::is_there(folder / "log" / name) &&
        fs::file_size(folder / "log" / name) >= fs::file_size(shard / "log" / name))
      continue;
    const auto part = folder / "log" / (name + ".part");
    fs::copy_file(shard / "log" / name, part, fs::copy_options::overwrite_existing, error);
    if (!error) fs::rename(part, folder / "log" / name, error);
    if (error) {
      const auto message = (folder / "log" / name).string() + ": " + error.message();
      fs::remove(part, error);
      throw core::InputError(message);
    }
  }
  auto manifest = run.manifest();
  manifest.planned = first.planned;
  manifest.counted = first.planned;
  run.save_manifest(manifest);
}

}  // namespace niemen::lab
