#include "ai/lab/questions/retrospect.h"

#include <nlohmann/json.hpp>

#include "ai/lab/questions/question.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"

namespace niemen::lab {

namespace {

namespace fs = std::filesystem;

/// Says what was looked at: the folder holds no campaigns of its own.
void write_retrospect_manifest(const fs::path& folder, const Experiment& experiment,
                               const OpenedRun& parent) {
  nlohmann::ordered_json json;
  json["name"] = experiment.name;
  json["question"] = experiment.question->name;
  json["purpose"] = experiment.purpose;
  json["parent_run"] = fs::weakly_canonical(parent.folder).string();
  json["parent_spec_sha256"] = parent.manifest.spec_sha256;
  core::write_file(folder / "manifest.json", json.dump(1) + "\n");
}

}  // namespace

OpenedRun open_parent(const Experiment& experiment, const CellFactory& factory) {
  auto parent = open_run(experiment.parent_run, factory);
  check_replayable(parent);
  if (!parent.manifest.complete)
    throw core::InputError(parent.folder.string() + ": is not complete; resume it first");
  if (parent.manifest.keep != Keep::All)
    throw core::InputError(parent.folder.string() +
                           ": kept less than everything of its campaigns (--keep); play them anew");
  const auto check = experiment.question->check_parent;
  if (check) placing(experiment, [&] { check(experiment, parent, factory); });
  return parent;
}

Answer run_retrospect(const Experiment& experiment, const CellFactory& factory,
                      const fs::path& folder, int threads, const Onlooker& onlooker) {
  const auto parent = open_parent(experiment, factory);
  std::error_code error;
  if (fs::exists(folder / "log", error))
    throw core::InputError(folder.string() + ": holds a run; name another folder with --out");
  fs::create_directories(folder, error);
  if (error) throw core::InputError(folder.string() + ": " + error.message());
  Answer answer;
  try {
    answer =
        experiment.question->look_back({experiment, parent, factory, folder, threads, onlooker});
  } catch (...) {
    fs::remove(folder, error);  // if nothing is in it
    throw;
  }
  answer.sentences.push_back("The run looked at: " + parent.folder.string() + ". " +
                             between(*parent.source, parent.manifest.counted));
  core::write_file(folder / "spec.toml", experiment.source_text);
  write_answer(folder, answer, std::string(experiment.question->name), parent.manifest.spec_sha256);
  write_retrospect_manifest(folder, experiment, parent);
  return answer;
}

}  // namespace niemen::lab
