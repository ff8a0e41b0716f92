// Logs, the runner and run folders, on campaigns that are made up: bytes must not depend on
// threads, interruptions or shards.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "ai/lab/csv.h"
#include "ai/lab/run_folder.h"
#include "ai/lab/runner.h"
#include "engine/core/digest.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/random.h"

using namespace niemen;
using namespace niemen::lab;
namespace fs = std::filesystem;

namespace {

/// Campaigns by dice alone: side A wins 60 %, and its wins take longer.
class MadeUpSource : public CampaignSource {
 public:
  explicit MadeUpSource(int work = 0, std::uint64_t failing_from = ~std::uint64_t{0})
      : work_(work),
        failing_from_(failing_from),
        tables_{{"campaigns",
                 {{"campaign_id", "integer", ""},
                  {"seed", "string", ""},
                  {"winner", "string", ""},
                  {"status", "string", ""}},
                 {"campaign_id"}},
                {"turns",
                 {{"campaign_id", "integer", ""}, {"turn", "integer", ""}, {"lead", "number", ""}},
                 {"campaign_id", "turn"}}} {}

  const std::vector<Table>& tables() const override { return tables_; }
  CampaignTask task(std::uint64_t id) const override {
    return {id, 0, id, core::random_bits(77, 0, id)};
  }
  std::unique_ptr<CampaignPlayer> make_player() const override;
  std::string failed_row(const CampaignTask& task, CampaignStatus status,
                         const std::string&) const override {
    return CsvLine().count(task.id).name64(task.key).missing().text(status_name(status)).take();
  }
  int work() const { return work_; }
  std::uint64_t failing_from() const { return failing_from_; }

 private:
  int work_;
  std::uint64_t failing_from_;
  std::vector<Table> tables_;
};

class MadeUpPlayer : public CampaignPlayer {
 public:
  explicit MadeUpPlayer(const MadeUpSource& source) : source_(source) {}
  CampaignRecord play(const CampaignTask& task, std::stop_token stop) override {
    if (task.id >= source_.failing_from()) throw std::runtime_error("made up to fail");
    core::RandomStream dice(task.key);
    CampaignRecord record;
    const bool won = dice.uniform() < 0.6;
    for (int i = 0; i < source_.work() * (won ? 2 : 1); ++i) {
      if (stop.stop_requested()) return {};
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    record.summary.id = task.id;
    record.summary.block = task.block;
    record.summary.winner = won ? play::Outcome::Winner::A : play::Outcome::Winner::B;
    record.rows = {
        CsvLine().count(task.id).name64(task.key).text(won ? "a" : "b").text("ok").take(),
        CsvLine().count(task.id).integer(1).real(dice.uniform()).take() +
            CsvLine().count(task.id).integer(2).real(dice.uniform()).take()};
    return record;
  }

 private:
  const MadeUpSource& source_;
};

std::unique_ptr<CampaignPlayer> MadeUpSource::make_player() const {
  return std::make_unique<MadeUpPlayer>(*this);
}

/// Stops after the fortieth win of side A.
class FortyWins : public StopRule {
 public:
  bool add(const CampaignSummary& summary) override {
    wins_ += summary.winner == play::Outcome::Winner::A;
    return wins_ == 40;
  }

 private:
  int wins_ = 0;
};

/// Thirty campaigns to begin with; after every ten that it takes twice as many more as side A won,
/// and one.
class ByWins : public Scheduler {
 public:
  void add(const CampaignSummary& summary) override {
    wins_ += summary.winner == play::Outcome::Winner::A;
    if (++taken_ % 10 != 0 || scheduled_ >= 150) return;
    scheduled_ += 2 * wins_ + 1;
    wins_ = 0;
  }
  std::uint64_t scheduled() const override { return scheduled_; }

 private:
  std::uint64_t taken_ = 0, wins_ = 0, scheduled_ = 30;
};

struct Folder {
  Folder() {
    static int number = 0;
    path = fs::temp_directory_path() /
           ("niemen_lab_" + std::to_string(::getpid()) + "_" + std::to_string(number++));
    fs::remove_all(path);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

RunIdentity identity(const std::string& resolved = "{\"seed\":\"x1\"}") {
  return {"# made up\n", resolved, core::sha256(resolved), "program", {}, {}};
}

/// What the logs of a folder hold.
EarlierCampaigns played_in(const fs::path& path) {
  return [path](const std::function<void(const CampaignSummary&)>& visit) {
    const RecordedRun run(path, identity().sha256);
    for (const auto& summary : run.summaries()) visit(summary);
  };
}

struct Setting {
  int threads = 1;
  std::uint64_t planned = 200;
  Shard shard = {};
  int work = 0;
  double max_wall = 0;
  bool forty_wins = false;
  bool by_wins = false;
  Keep keep = Keep::All;
};

/// One session in a folder, and the tables when it is complete.
RunResult session(const fs::path& path, const Setting& setting) {
  auto what = identity();
  what.keep = setting.keep;
  RunFolder folder(path, what, setting.shard);
  const auto log = folder.open_log();
  const MadeUpSource source(setting.work);
  FortyWins rule;
  ByWins scheduler;
  RunOptions options;
  options.threads = setting.threads;
  options.planned = setting.by_wins ? scheduler.scheduled() : setting.planned;
  options.shard = setting.shard;
  options.keep = setting.keep;
  options.max_wall_seconds = setting.max_wall;
  const auto result =
      run_campaigns(source, options, *log, played_in(path), setting.forty_wins ? &rule : nullptr,
                    setting.by_wins ? &scheduler : nullptr);
  if (result.end == RunEnd::Complete) {
    auto manifest = folder.manifest();
    manifest.planned = result.counted;
    manifest.complete = true;
    const RecordedRun run(path, identity().sha256);
    if (setting.shard.whole()) write_tables(path, source, run, result.counted);
    folder.save_manifest(manifest, &source);
  }
  return result;
}

std::string tables(const fs::path& path) {
  return core::read_file(path / "campaigns.csv") + core::read_file(path / "turns.csv");
}

}  // namespace

TEST_CASE("CSV lines are written as every reader takes them", "[lab]") {
  CsvLine line;
  CHECK(line.text("a,b").text("say \"so\"").integer(-3).real(0.1).real(1e300).flag(true).take() ==
        "\"a,b\",\"say \"\"so\"\"\",-3,0.1,1e+300,1\n");
  CHECK(line.real(std::nan("")).missing().name64(0xab).take() == ",,x00000000000000ab\n");
  CHECK(line.real(-0.0).take() == "0\n");
}

TEST_CASE("no text of a CSV file is a formula, and what is marked is read back", "[lab]") {
  const std::vector<std::string> texts{"=1+1", "@sum", "+a", "-b,c", "\t=1", "'=1",
                                       "-1.5", "+3",   "-",  "'s",   "a=b",  ""};
  CsvLine line;
  for (const auto& text : texts) line.text(text);
  const auto written = line.take();
  CHECK(written == "'=1+1,'@sum,'+a,\"'-b,c\",'\t=1,''=1,-1.5,+3,-,'s,a=b,\n");
  Folder folder;
  fs::create_directories(folder.path);
  const auto file = folder.path / "t.csv";
  core::write_file(file, "a,b,c,d,e,f,g,h,i,j,k,l\n" + written);
  CHECK(read_csv_table(file.string()).rows == std::vector<std::vector<std::string>>{texts});
}

TEST_CASE("sha-256 gives the published digest", "[lab]") {
  CHECK(core::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("B1: the tables are the same bytes with any number of threads", "[lab]") {
  Folder reference;
  session(reference.path, {});
  const auto expected = tables(reference.path);
  CHECK(std::count(expected.begin(), expected.end(), '\n') == 2 + 200 + 400);
  for (const int threads : {2, 7, 16}) {
    Folder folder;
    const auto result = session(folder.path, {.threads = threads, .work = 1});
    CHECK(result.end == RunEnd::Complete);
    CHECK(tables(folder.path) == expected);
  }
}

TEST_CASE("a stop rule cuts at the same campaign with any number of threads", "[lab]") {
  Folder reference;
  const auto alone = session(reference.path, {.forty_wins = true});
  CHECK(alone.counted < 100);
  for (const int threads : {3, 8}) {
    Folder folder;
    const auto result = session(folder.path, {.threads = threads, .work = 2, .forty_wins = true});
    CHECK(result.counted == alone.counted);
    CHECK(tables(folder.path) == tables(reference.path));
    // A finished run that is begun again stays as it is.
    session(folder.path, {.threads = threads, .forty_wins = true});
    CHECK(tables(folder.path) == tables(reference.path));
  }
}

TEST_CASE("what a scheduler adds depends on no thread and no interruption", "[lab]") {
  Folder reference;
  const auto alone = session(reference.path, {.by_wins = true});
  CHECK(alone.end == RunEnd::Complete);
  CHECK(alone.counted >= 150);
  CHECK(alone.progress.done == alone.counted);
  for (const int threads : {3, 16}) {
    Folder folder;
    const auto result = session(folder.path, {.threads = threads, .work = 2, .by_wins = true});
    CHECK(result.counted == alone.counted);
    CHECK(tables(folder.path) == tables(reference.path));
  }
  Folder folder;
  RunResult result;
  int sessions = 0;
  do {
    result = session(folder.path,
                     {.threads = 1 + sessions % 4, .work = 8, .max_wall = 0.02, .by_wins = true});
    REQUIRE(++sessions < 200);
  } while (result.end == RunEnd::Interrupted);
  CHECK(sessions > 1);
  CHECK(tables(folder.path) == tables(reference.path));
}

TEST_CASE("an interrupted run goes on to the same bytes", "[lab]") {
  Folder reference, folder;
  session(reference.path, {});
  RunResult result;
  int sessions = 0;
  do {
    result = session(folder.path, {.threads = 1 + sessions % 4, .work = 8, .max_wall = 0.02});
    REQUIRE(++sessions < 200);
  } while (result.end == RunEnd::Interrupted);
  CHECK(sessions > 1);
  CHECK(tables(folder.path) == tables(reference.path));
}

TEST_CASE("five shards merge to the bytes of one process", "[lab]") {
  Folder reference, merged;
  session(reference.path, {});
  std::vector<Folder> shards(5);
  std::vector<fs::path> paths;
  for (std::uint64_t i = 0; i < 5; ++i) {
    session(shards[i].path, {.threads = 2, .shard = {i, 5}});
    paths.push_back(shards[i].path);
  }
  SECTION("all of them") {
    merge_shards(merged.path, paths);
    const auto result = session(merged.path, {});
    CHECK(result.progress.this_session == 0);
    CHECK(tables(merged.path) == tables(reference.path));
  }
  SECTION("one is missing") {
    paths.erase(paths.begin() + 2);
    CHECK_THROWS_WITH(merge_shards(merged.path, paths), Catch::Contains("shard 2 of 5 is missing"));
    CHECK_FALSE(fs::exists(merged.path));
  }
  SECTION("one is given twice") {
    paths[2] = paths[1];
    CHECK_THROWS_WITH(merge_shards(merged.path, paths), Catch::Contains("given twice"));
  }
  SECTION("one is foreign") {
    Folder foreign;
    { const RunFolder other(foreign.path, identity("{\"seed\":\"x2\"}"), {2, 5}); }
    paths[2] = foreign.path;
    CHECK_THROWS_WITH(merge_shards(merged.path, paths),
                      Catch::Contains("another experiment") && Catch::Contains("/seed"));
  }
}

TEST_CASE("a log keeps every figure of a campaign as it was", "[lab]") {
  Folder folder;
  const RunFolder run(folder.path, identity(), {});
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> figures{0,     -0.0,    1,        -1,       0.5,  -127,    128,
                                    1e300, -1e-300, 0x1.0p50, 0x1.0p53, 1e18, kUnknown};
  {
    LogAppender log(folder.path / "log/shard-0000.log", identity().sha256, 0);
    for (std::size_t i = 0; i < figures.size(); ++i) {
      CampaignRecord record;
      record.summary.id = i * 1000;
      record.summary.block = ~std::uint64_t{0} - i;
      record.summary.state_hash = core::random_bits(1, 2, i);
      record.summary.margin = figures[i];
      record.summary.a_losses = figures[figures.size() - 1 - i];
      record.summary.cell = 300;
      record.summary.turns = 129;
      record.summary.level = -1;
      record.summary.decided_turn = 7;
      record.summary.status = CampaignStatus::Forfeit;
      record.summary.winner = play::Outcome::Winner::B;
      record.seconds = 0.25;
      if (i % 2 == 1) record.rows = {"a,b\n"};
      if (i == 2) record.failure = "said";
      log.append(record);
    }
    log.flush();
  }
  const RecordedRun recorded(folder.path, identity().sha256);
  CHECK(recorded.summaries().size() == figures.size());
  const auto same = [](double one, double other) {
    return std::memcmp(&one, &other, sizeof one) == 0 || (std::isnan(one) && std::isnan(other));
  };
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const auto record = recorded.read(i * 1000);
    const auto& summary = record.summary;
    CHECK(same(summary.margin, figures[i]));
    CHECK(same(summary.a_losses, figures[figures.size() - 1 - i]));
    CHECK(std::isnan(summary.b_losses));
    CHECK(summary.block == ~std::uint64_t{0} - i);
    CHECK(summary.state_hash == core::random_bits(1, 2, i));
    CHECK((summary.cell == 300 && summary.turns == 129 && summary.level == -1));
    CHECK((summary.decided_turn == 7 && summary.status == CampaignStatus::Forfeit));
    CHECK(summary.winner == play::Outcome::Winner::B);
    CHECK(record.seconds == 0.25);
    CHECK(record.rows.size() == i % 2);
    CHECK(record.failure == (i == 2 ? "said" : ""));
  }
  CHECK_FALSE(recorded.contains(1));
  CHECK_THROWS_WITH(recorded.read(1), Catch::Contains("no campaign 1"));
}

TEST_CASE("campaigns of a large run are read from its logs, by id", "[lab]") {
  constexpr std::uint64_t kMany = 230'000;
  std::vector<Folder> shards(3);
  std::vector<fs::path> paths;
  for (std::uint64_t i = 0; i < 3; ++i) {
    session(shards[i].path,
            {.threads = 2, .planned = kMany, .shard = {i, 3}, .keep = Keep::Counts});
    paths.push_back(shards[i].path);
  }
  Folder merged;
  merge_shards(merged.path, paths);
  const RecordedRun run(merged.path, identity().sha256);
  CHECK(run.summaries().size() == kMany);
  CHECK(run.missing(kMany + 2) == std::vector<std::uint64_t>{kMany, kMany + 1});
  std::uint64_t next = 0, wins = 0, wrong = 0;
  for (const auto& summary : run.summaries()) {
    wrong += summary.id != next++;
    const bool won = core::RandomStream(core::random_bits(77, 0, summary.id)).uniform() < 0.6;
    wrong += won != (summary.winner == play::Outcome::Winner::A);
    wins += won;
  }
  CHECK(next == kMany);
  CHECK(wrong == 0);
  std::uint64_t visited = 0, out_of_order = 0, won = 0;
  run.visit(200'001, [&](const CampaignRecord& record) {
    out_of_order += record.summary.id != visited++;
    won += record.summary.winner == play::Outcome::Winner::A;
  });
  CHECK(visited == 200'001);
  CHECK(out_of_order == 0);
  CHECK(won < wins);
  // Little is kept of each: no line of a table.
  CHECK(fs::file_size(merged.path / "log/shard-0001.log") < kMany / 3 * 50);
  CHECK(run.read(123'456).rows.empty());
}

TEST_CASE("a torn last record is cut off and its campaign played again", "[lab]") {
  Folder reference, folder;
  session(reference.path, {});
  session(folder.path, {});
  const auto log = folder.path / "log" / "shard-0000.log";
  for (const std::uintmax_t torn : {1U, 9U, 40U, 200U}) {
    fs::resize_file(log, fs::file_size(log) - torn);
    const auto result = session(folder.path, {});
    CHECK(result.progress.this_session >= 1);
    CHECK(tables(folder.path) == tables(reference.path));
  }
  // Less than the head: as if nothing had been played.
  fs::resize_file(log, 10);
  CHECK(session(folder.path, {}).progress.this_session == 200);
}

TEST_CASE("whatever a crash leaves behind the last record is cut off", "[lab]") {
  Folder reference, folder;
  session(reference.path, {});
  const auto log = folder.path / "log" / "shard-0000.log";
  // A disk that lost its power may leave zeros; the others look like the head of a record.
  for (const auto& rest : {std::string(4096, '\0'), std::string(300, 'A'),
                           std::string("\x14\0\0\0\x05\0\0\0", 8) + std::string(100, 'z')}) {
    for (const auto kept :
         {std::uintmax_t{87}, fs::file_size(reference.path / "log/shard-0000.log")}) {
      fs::remove_all(folder.path);
      fs::copy(reference.path, folder.path, fs::copy_options::recursive);
      fs::resize_file(log, kept);
      std::ofstream(log, std::ios::binary | std::ios::app) << rest;
      session(folder.path, {});
      CHECK(tables(folder.path) == tables(reference.path));
      CHECK(fs::file_size(log) == fs::file_size(reference.path / "log/shard-0000.log"));
    }
  }
}

TEST_CASE("damage in a log loses the campaign that lay there, not the run", "[lab]") {
  Folder folder, reference;
  session(reference.path, {});
  session(folder.path, {});
  const auto log = folder.path / "log" / "shard-0000.log";
  const auto write = [&](std::streamoff place, const std::string& bytes) {
    std::fstream file(log, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(place);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  SECTION("in a record") { write(2000, "d"); }
  // The head of the log takes 87 bytes: these are the lengths of the first record.
  SECTION("in a length, beyond the end") { write(87, "\xff\xff\xff\x7f"); }
  SECTION("in a length, which is zero") { write(87, std::string(8, '\0')); }
  std::size_t whole = 0, records = 0;
  const auto count = [](std::size_t& counted) {
    return [&counted](const CampaignSummary&, ai::RecordPlace) { ++counted; };
  };
  scan_log(reference.path / "log" / "shard-0000.log", identity().sha256, count(whole));
  const auto scanned = scan_log(log, identity().sha256, count(records));
  CHECK(records == whole - 1);
  CHECK(scanned.damaged.size() == 1);
  CHECK(scanned.sound_length == fs::file_size(log));
  session(folder.path, {});
  CHECK(tables(folder.path) == tables(reference.path));
}

TEST_CASE("a digest covers what the run is of", "[lab]") {
  Folder folder;
  session(folder.path, {});
  check_spec(folder.path, read_manifest(folder.path));
  std::ofstream(folder.path / "spec.resolved.json", std::ios::app) << " ";
  CHECK_THROWS_WITH(check_spec(folder.path, read_manifest(folder.path)),
                    Catch::Contains("spec.resolved.json") && Catch::Contains("spec_sha256"));
  CHECK_THROWS_AS(session(folder.path, {}), core::InputError);
}

TEST_CASE("a run folder belongs to one experiment and one program at a time", "[lab]") {
  Folder folder;
  session(folder.path, {});
  {
    const RunFolder open(folder.path, identity(), {});
    CHECK_THROWS_WITH(session(folder.path, {}), Catch::Contains("another program is at work"));
  }
  CHECK_THROWS_WITH(
      RunFolder(folder.path, identity("{\"seed\":\"x2\"}"), {}),
      Catch::Contains("another experiment") && Catch::Contains("/seed is now \"x2\""));
  CHECK_THROWS_WITH(RunFolder(folder.path, identity(), {1, 3}), Catch::Contains("shard 0/1"));
  Folder other;
  fs::create_directories(other.path);
  core::write_file(other.path / "diary.txt", "dear");
  CHECK_THROWS_WITH(RunFolder(other.path, identity(), {}), Catch::Contains("other things"));
  CHECK(core::read_file(other.path / "diary.txt") == "dear");
}

TEST_CASE("a run begun by another build is not gone on with unasked", "[lab]") {
  Folder folder;
  { const RunFolder begun(folder.path, identity(), {}); }
  auto other = identity();
  other.program_sha256 = "other";
  CHECK_THROWS_WITH(RunFolder(folder.path, other, {}), Catch::Contains("another build"));
  CHECK_NOTHROW(RunFolder(folder.path, other, {}, true));
}

TEST_CASE("a run whose agents have learned is not gone on with", "[lab]") {
  Folder folder;
  auto before = identity();
  before.knowledge = "x1";
  { const RunFolder begun(folder.path, before, {}); }
  CHECK(read_manifest(folder.path).knowledge == "x1");
  auto after = before;
  after.knowledge = "x2";
  CHECK_THROWS_WITH(RunFolder(folder.path, after, {}, true), Catch::Contains("have changed since"));
  CHECK_NOTHROW(RunFolder(folder.path, before, {}));
}

TEST_CASE("failed campaigns are rows, and a hopeless run ends", "[lab]") {
  Folder folder;
  RunFolder run(folder.path, identity(), {});
  const auto log = run.open_log();
  RunOptions options;
  options.planned = 100;
  options.threads = 2;
  SECTION("some") {
    const MadeUpSource source(0, 95);
    const auto result = run_campaigns(source, options, *log, {}, nullptr);
    CHECK(result.end == RunEnd::Complete);
    CHECK(result.progress.failed == 5);
    write_tables(folder.path, source, RecordedRun(folder.path, identity().sha256), 100);
    CHECK(core::read_file(folder.path / "failures.csv").find("97,error,made up to fail") !=
          std::string::npos);
    CHECK(read_csv_table((folder.path / "campaigns.csv").string()).rows[99][3] == "error");
  }
  SECTION("all") {
    const MadeUpSource source(0, 0);
    const auto result = run_campaigns(source, options, *log, {}, nullptr);
    CHECK(result.end == RunEnd::AllFailed);
    CHECK(result.progress.done < 40);
  }
}

namespace {

/// Runs the hidden case below in a fresh process (a forked one would lack oneTBB's threads).
pid_t start_child(const fs::path& folder, const char* planned, bool small_disk) {
  const auto child = ::fork();
  if (child != 0) return child;
  ::setenv("NIEMEN_TEST_FOLDER", folder.c_str(), 1);
  ::setenv("NIEMEN_TEST_PLANNED", planned, 1);
  if (small_disk) {
    // A limit on the size of files stands for a disk without room.
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100'000, 100'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, 1);
  ::execl("/proc/self/exe", "niemen_tests", "lab: a session in a process of its own", nullptr);
  ::_exit(127);
}

}  // namespace

TEST_CASE("lab: a session in a process of its own", "[.child]") {
  const char* folder = std::getenv("NIEMEN_TEST_FOLDER");
  REQUIRE(folder != nullptr);
  session(folder, {.threads = 1 + ::getpid() % 3,
                   .planned = std::strtoull(std::getenv("NIEMEN_TEST_PLANNED"), nullptr, 10),
                   .work = 20});
}

TEST_CASE("a full disk loses nothing that was played", "[lab]") {
  Folder reference, folder;
  session(reference.path, {.planned = 1000});
  const auto child = start_child(folder.path, "1000", true);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) != 0);
  CHECK(WEXITSTATUS(status) != 127);
  CHECK_FALSE(fs::exists(folder.path / "campaigns.csv"));
  const auto result = session(folder.path, {.planned = 1000});
  CHECK(result.progress.this_session > 0);
  CHECK(result.progress.this_session < 1000);
  CHECK(tables(folder.path) == tables(reference.path));
}

namespace {

/// Kills runs at random moments until they complete; returns how many kills there were.
int killed_runs(int runs, const std::string& expected) {
  core::RandomStream random(0xdead);
  int kills = 0;
  for (int run = 0; run < runs; ++run) {
    Folder folder;
    for (int attempt = 0;; ++attempt) {
      const auto child = start_child(folder.path, "200", false);
      // Longer and longer: a slow machine must get somewhere before it is killed again.
      const auto patience = 1 + static_cast<std::uint32_t>(attempt) / 10;
      ::usleep(20'000 + patience * random.below(200'000));
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      // Whatever tables there are must be whole.
      for (const auto* name : {"campaigns.csv", "turns.csv"})
        if (fs::exists(folder.path / name)) read_csv_table((folder.path / name).string());
      if (WIFEXITED(status)) break;
      ++kills;
      REQUIRE(attempt < 500);
    }
    CHECK(tables(folder.path) == expected);
  }
  return kills;
}

}  // namespace

TEST_CASE("B2: SIGKILL at any moment costs only what was in flight", "[lab]") {
  Folder reference;
  session(reference.path, {});
  CHECK(killed_runs(1, tables(reference.path)) > 0);
}

TEST_CASE("B2: a hundred kills over twenty runs", "[.long]") {
  Folder reference;
  session(reference.path, {});
  const int kills = killed_runs(20, tables(reference.path));
  WARN(kills << " kills");
  CHECK(kills >= 100);
}

TEST_CASE("B3: overhead a campaign and memory", "[.long]") {
  const auto peak = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  for (const std::uint64_t planned : {1'000ULL, 100'000ULL, 1'000'000ULL}) {
    Folder folder;
    RunFolder run(folder.path, identity(), {});
    const auto log = run.open_log();
    const MadeUpSource source;
    RunOptions options;
    options.planned = planned;
    options.threads = 2;
    const auto result = run_campaigns(source, options, *log, {}, nullptr);
    const double each = 1e6 * result.progress.seconds / static_cast<double>(planned);
    WARN(planned << " campaigns: " << each << " us each, peak " << peak() << " KiB");
    CHECK(result.progress.done == planned);
  }
}
