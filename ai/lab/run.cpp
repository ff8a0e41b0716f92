#include "ai/lab/run.h"

#include <algorithm>

#include "ai/lab/build_info.h"
#include "ai/lab/csv.h"
#include "ai/lab/game_values.h"
#include "ai/lab/mishaps.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/stages.h"
#include "engine/core/digest.h"
#include "engine/core/error.h"

namespace niemen::lab {

namespace {

void complete_run(RunFolder& folder, const ExperimentSource& source, const CellFactory& factory,
                  RunOutcome& outcome) {
  const RecordedRun run(folder.path(), folder.identity().sha256);
  auto manifest = folder.manifest();
  manifest.planned = source.scheduled();
  manifest.counted = outcome.counted;
  manifest.complete = true;
  manifest.mishaps = outcome.mishaps = mishaps_of(run, outcome.counted);
  if (manifest.shard.whole()) {
    write_tables(folder.path(), source, run, outcome.counted, manifest.keep);
    outcome.answer = answer_question(source, run, outcome.counted);
    write_answer(folder.path(), outcome.answer, std::string(source.experiment().question->name),
                 folder.identity().sha256);
    write_datapackage(folder.path(), source);
    if (const auto leave = source.experiment().question->leave)
      leave(source, run, outcome.counted, factory, folder.path());
  }
  folder.save_manifest(manifest, &source);
}

/// What is kept of the campaigns.
Keep keep_of(const RunRequest& request) {
  if (request.keep) return *request.keep;
  std::error_code ignored;
  if (!std::filesystem::exists(request.folder / "manifest.json", ignored)) return Keep::All;
  return read_manifest(request.folder).keep;
}

/// Adds the stages that follow from the rounds merged in `after`: those of which it holds all that
/// came before.
void add_rounds(ExperimentSource& source, const std::filesystem::path& after,
                const std::string& identity) {
  if (read_manifest(after).spec_sha256 != identity)
    throw core::InputError(after.string() + ": holds a run of another experiment");
  const RecordedRun run(after, identity);
  while (run.missing(source.scheduled(), 1).empty() && add_next_stage(source, run)) {
  }
}

}  // namespace

void make_ready(ExperimentSource& source, const CellFactory& factory) {
  const auto prepare = source.experiment().question->make_ready;
  if (prepare) placing(source.experiment(), [&] { prepare(source, factory); });
}

RunIdentity identity_of(const Experiment& experiment, const ExperimentSource& source) {
  RunIdentity identity;
  identity.spec_text = experiment.source_text;
  identity.resolved = resolved_json(experiment, source.data_hashes());
  identity.sha256 = core::sha256(identity.resolved);
  identity.program_sha256 = program_sha256();
  identity.knowledge = hex_name(source.knowledge());
  identity.game = game_values_json(game_values(experiment.request));
  return identity;
}

RunOutcome run_experiment(const Experiment& experiment, const RunRequest& request) {
  ExperimentSource source(experiment, request.factory);
  make_ready(source, request.factory);
  auto identity = identity_of(experiment, source);
  identity.keep = keep_of(request);
  if (!request.shard.whole()) {
    if (source.scheduled() == 0) add_first_stage(source);
    if (!request.after.empty()) add_rounds(source, request.after, identity.sha256);
  }
  RunFolder folder(request.folder, identity, request.shard, request.other_program);
  ProgressPrinter printer(request.progress, side_titles(source)[0]);
  RunOptions options;
  options.threads = request.threads;
  options.shard = request.shard;
  options.stop = request.stop;
  options.max_wall_seconds = request.max_wall_seconds;
  const auto in_all = campaigns_in_all(experiment);
  RunProgress session;  // of the stages before the one at hand
  options.progress = [&](RunProgress progress) {
    // The runner knows the stage at hand; the time left is that of all stages.
    if (request.shard.whole())
      progress.planned = request.total > 0 ? std::min(request.total, in_all) : in_all;
    progress.this_session += session.this_session;
    progress.seconds += session.seconds;
    printer.show(progress);
    if (request.told) request.told(progress, side_titles(source)[0]);
  };
  // What was there before a stage has been seen already.
  std::uint64_t seen_to = 0;
  options.seen = [&](const CampaignSummary& summary) {
    if (request.seen && summary.id >= seen_to) request.seen(summary);
  };

  RunOutcome outcome;
  while (true) {
    const auto log = folder.open_log();
    if (request.told_of_damage)
      for (const auto& line : folder.damage()) request.told_of_damage(line);
    auto manifest = folder.manifest();
    // A shard whose part has grown by a round is no longer complete.
    if (!request.shard.whole() && manifest.planned != source.scheduled()) manifest.complete = false;
    manifest.planned = source.scheduled();
    manifest.planned_in_all = request.shard.whole() ? in_all : source.scheduled();
    folder.save_manifest(manifest);
    const auto stops = experiment.question->stop_rule;
    const auto stop_rule = stops && request.shard.whole() ? stops(experiment) : nullptr;
    const auto scheduler = request.shard.whole() ? make_scheduler(source) : nullptr;
    options.planned = source.scheduled();
    options.most = request.total;
    options.keep = manifest.keep;
    const auto earlier = [&](const std::function<void(const CampaignSummary&)>& visit) {
      const RecordedRun run(folder.path(), folder.identity().sha256);
      for (const auto& summary : run.summaries()) visit(summary);
    };
    const auto result =
        run_campaigns(source, options, *log, earlier, stop_rule.get(), scheduler.get());
    seen_to = source.scheduled();
    outcome.reached_total = request.total > 0 && request.total < source.scheduled();
    outcome.end = result.end;
    outcome.progress = result.progress;
    if (request.shard.whole()) outcome.progress.planned = in_all;
    outcome.progress.this_session = session.this_session += result.progress.this_session;
    outcome.progress.seconds = session.seconds += result.progress.seconds;
    outcome.counted = result.counted;
    if (result.end == RunEnd::AllFailed)
      outcome.mishaps =
          mishaps_of(RecordedRun(folder.path(), folder.identity().sha256), UINT64_MAX);
    if (result.end != RunEnd::Complete) return outcome;
    if (outcome.reached_total && result.counted >= request.total) {
      outcome.end = RunEnd::Interrupted;
      return outcome;
    }
    if (!request.shard.whole()) break;
    const RecordedRun run(folder.path(), folder.identity().sha256);
    if (!add_next_stage(source, run)) break;
    if (request.one_round && run.summaries().size() < source.scheduled()) {
      outcome.end = RunEnd::Interrupted;
      outcome.round_over = true;
      return outcome;
    }
    // A short stage may be over before the runner looks at the clock.
    const bool out_of_time =
        request.max_wall_seconds > 0 && session.seconds >= request.max_wall_seconds;
    if (out_of_time || request.stop.stop_requested()) {
      outcome.end = RunEnd::Interrupted;
      return outcome;
    }
    if (request.max_wall_seconds > 0)
      options.max_wall_seconds = request.max_wall_seconds - session.seconds;
  }
  complete_run(folder, source, request.factory, outcome);
  return outcome;
}

}  // namespace niemen::lab
