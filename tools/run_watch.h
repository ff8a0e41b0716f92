// A run of the lab as a page on the loopback: how far it is, how sure, what is decided; when it is
// over its verdict and pictures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "ai/lab/campaign.h"
#include "ai/lab/experiment.h"
#include "ai/lab/findings.h"
#include "ai/lab/runner.h"

namespace niemen::tools {

class RunWatch {
 public:
  /// Serves the page on 127.0.0.1 from now on, on a thread of its own. Throws InputError where the
  /// port is taken.
  RunWatch(const lab::Experiment& experiment, std::uint16_t port);
  ~RunWatch();
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;

  /// With the token of this start.
  std::string address() const;
  /// A campaign that was kept; from any thread, one at a time.
  void seen(const lab::CampaignSummary& summary);
  void told(const lab::RunProgress& progress, const std::string& side);
  /// It is over: what it came to, and the folder where its pictures lie.
  void over(const std::string& ended, bool complete, const lab::Answer& answer,
            const std::filesystem::path& folder);
  /// Until Ctrl-C.
  void stay() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace niemen::tools
