// The folder of a run: locked while somebody writes in it, resumed by the identity of its
// experiment, and filled with tables only when they are whole.
#pragma once

#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ai/folder_lock.h"
#include "ai/lab/campaign_log.h"
#include "ai/lab/experiment_source.h"
#include "ai/lab/runner.h"

namespace niemen::lab {

/// What a run is of. Two runs with one identity have the same campaigns under the same ids.
struct RunIdentity {
  std::string spec_text;  ///< the experiment file as given
  std::string resolved;   ///< resolved_json of it
  std::string sha256;     ///< of `resolved`
  std::string program_sha256;
  std::string knowledge;  ///< of the agents: hexadecimal, see ai::knowledge_hash
  std::string game;       ///< game_values_json of what is played; may be empty
  Keep keep = Keep::All;  ///< of its campaigns
};

/// Where a run keeps what its game's files said when it began.
inline constexpr const char* kGameFile = "game.json";

/// More failed and forfeited campaigns than this share make a verdict invalid.
inline constexpr double kMishapsAllowed = 0.01;

/// Campaigns of a run that failed, and those that an agent forfeited.
struct Mishaps {
  std::uint64_t counted = 0;  ///< campaigns looked at, these included
  std::uint64_t failed = 0;
  std::array<std::uint64_t, play::kSides> forfeited{};
  /// The first reason of each.
  std::string failure;
  std::array<std::string, play::kSides> reason;

  std::uint64_t forfeits() const { return forfeited[0] + forfeited[1]; }
  bool too_many() const {
    return static_cast<double>(failed + forfeits()) >
           kMishapsAllowed * static_cast<double>(counted);
  }
};

/// What manifest.json says that the lab reads again.
struct Manifest {
  std::string spec_sha256;
  std::string program_sha256;
  std::string knowledge;             ///< empty: an older run, which does not say
  std::uint64_t planned = 0;         ///< campaigns to the end of the stage at hand
  std::uint64_t planned_in_all = 0;  ///< campaigns of all stages
  std::uint64_t counted = 0;         ///< campaigns that count once complete
  Shard shard;
  Keep keep = Keep::All;
  bool complete = false;
  std::string started;  ///< UTC
  Mishaps mishaps;      ///< of a complete run; written, not read again
};

/// Campaigns with ids below this belong to the run: of one that goes on, all that were played.
inline std::uint64_t counted_of(const Manifest& manifest) {
  return manifest.complete ? manifest.counted : UINT64_MAX;
}

/// Whether agents of two runs had the same doctrines and evaluations, as far as both say.
bool same_knowledge(const std::string& one, const std::string& other);

class RunFolder {
 public:
  /// Opens `folder` for writing: a new one is made; one that holds a run of the same identity is
  /// resumed. Throws InputError when it holds anything else (saying what differs), when another
  /// program is at work in it, or when a new run cannot begin (a full disk), with nothing left
  /// behind. `other_program` accepts a run begun by another build.
  RunFolder(std::filesystem::path folder, const RunIdentity& identity, const Shard& shard,
            bool other_program = false);
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::filesystem::path& path() const { return folder_; }
  const Manifest& manifest() const { return manifest_; }
  const RunIdentity& identity() const { return identity_; }
  /// Opens the shard's log for appending.
  std::unique_ptr<LogAppender> open_log();
  /// What open_log() found damaged in the logs: a line each.
  const std::vector<std::string>& damage() const { return damage_; }
  void save_manifest(const Manifest& manifest, const CampaignSource* source = nullptr);

 private:
  void begin(const Shard& shard);
  /// Removes what a run that could not begin (a full disk) has made.
  void take_back(bool folder_too);
  void resume(const Shard& shard, bool other_program);

  std::filesystem::path folder_;
  RunIdentity identity_;
  Manifest manifest_;
  std::vector<std::string> damage_;
  std::unique_ptr<ai::FolderLock> lock_;
};

/// Throws InputError when spec.resolved.json is missing or not what the manifest's digest is of.
void check_spec(const std::filesystem::path& folder, const Manifest& manifest);
/// Files that the manifest lists and that are gone or not what it was written of.
std::vector<std::string> altered_files(const std::filesystem::path& folder);
/// True for the folder of a question that looks back at another run ("why", "rescore").
bool looks_back(const std::filesystem::path& folder);
/// Reads the manifest of a run. Throws InputError when the folder holds none.
Manifest read_manifest(const std::filesystem::path& folder);

/// All campaigns of a run, found in its logs. Of a large run only where they lie is remembered, and
/// they are read anew whenever they are asked for: its memory does not grow with the run.
class RecordedRun {
  class Walk;

 public:
  RecordedRun(const std::filesystem::path& folder, const std::string& identity);

  /// Campaigns by id; those that were not played are absent. One that is looked at stays as it is
  /// until the next one is.
  class Summaries {
   public:
    class Iterator {
     public:
      using difference_type = std::ptrdiff_t;
      using value_type = CampaignSummary;
      explicit Iterator(std::shared_ptr<Walk> walk) : walk_(std::move(walk)) {}
      const CampaignSummary& operator*() const;
      Iterator& operator++();
      bool operator==(std::default_sentinel_t) const;

     private:
      std::shared_ptr<Walk> walk_;
    };
    explicit Summaries(const RecordedRun& run) : run_(run) {}
    Iterator begin() const;
    std::default_sentinel_t end() const { return {}; }
    /// How many there are.
    std::size_t size() const { return run_.count_; }

   private:
    const RecordedRun& run_;
  };
  Summaries summaries() const { return Summaries(*this); }

  /// Everything that was kept of the campaigns with ids below `counted`, by id.
  void visit(std::uint64_t counted, const std::function<void(const CampaignRecord&)>& visit) const;
  bool contains(std::uint64_t id) const { return id < played_.size() && played_[id]; }
  CampaignRecord read(std::uint64_t id) const;
  /// The ids below `count` that no log holds, at most `most` of them.
  std::vector<std::uint64_t> missing(std::uint64_t count, std::size_t most = 5) const;
  /// Places in the logs where a campaign was lost to damage.
  std::size_t damaged() const { return damaged_; }

 private:
  /// A stretch of one of the logs.
  struct Piece {
    std::size_t log = 0;
    LogPiece place;
  };
  /// The campaigns with ids from `first` to `last`, by id and each once.
  std::vector<CampaignRecord> between(std::uint64_t first, std::uint64_t last,
                                      bool summary_only) const;
  /// So many ids are looked at together.
  std::uint64_t window() const;

  std::vector<std::unique_ptr<LogReader>> readers_;
  std::vector<Piece> pieces_;
  std::vector<bool> played_;
  std::size_t count_ = 0;
  std::size_t damaged_ = 0;
  std::vector<CampaignSummary> small_;  ///< all of them, unless they are many
};

/// Writes campaigns.csv and the other tables (ids below `counted`, in order), timing.csv and
/// failures.csv, each beside and renamed. Throws InputError when the disk is full, with nothing
/// half written. `keep`: which of them there are.
void write_tables(const std::filesystem::path& folder, const CampaignSource& source,
                  const RecordedRun& run, std::uint64_t counted, Keep keep = Keep::All);
/// Writes datapackage.json: type and meaning of every column of the tables and of results/*.csv,
/// which are there already.
void write_datapackage(const std::filesystem::path& folder, const CampaignSource& source);

/// Joins the folders of shards into `folder`, a new run. Throws InputError when a shard is of
/// another experiment, given twice, or missing.
void merge_shards(const std::filesystem::path& folder,
                  const std::vector<std::filesystem::path>& shards);

}  // namespace niemen::lab
