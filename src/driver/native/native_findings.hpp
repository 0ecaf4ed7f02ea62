// The findings of native runs so far: the report that grows, and the first inconsistent history, in a file.
#pragma once

#include <functional>
#include <optional>

#include "base/stopwatch.hpp"
#include "driver/exploring/history_folder.hpp"
#include "driver/native/stress.hpp"

namespace linnet {

class NativeFindings {
 public:
  // REQUIRES: all three outlive it. Throws InputError for options that cannot be combined.
  NativeFindings(const ObjectScenario& scenario, const StressRequest& request, const StressWatch& watch);

  StressedProgram report;
  // The request, or what the test itself declares.
  const CheckRequest& check() const { return check_; }

  // Judges the history with this number, unless judging is off. Returns whether the report shows this history
  // now.
  bool judge(std::size_t number, const std::function<History()>& history);
  // Whether a violation was found, and no more are wanted.
  bool enough() const { return report.inconsistent > 0 && !request_.keep_going; }
  bool time_is_over() const { return seconds() >= request_.seconds; }
  double seconds() const { return since_start_.seconds(); }

  // Calls `round` with 0, 1, ... as long as it returns true, until the time is over or the user interrupts. A
  // program that dies is a crash in the report.
  void run_rounds(ProgramUnderTest& program, const std::function<bool(int)>& round);

  // The user's folder, or a temporary one if there is none.
  HistoryFolder& folder();

 private:
  const ObjectScenario& scenario_;
  const StressRequest& request_;
  const CheckRequest check_;
  const StressWatch& watch_;
  const Stopwatch since_start_;
  std::optional<HistoryFolder> folder_;
};

// The factor between the medians of two measurements. Medians are used, since a thread that lost its
// processor makes one measurement ten times as long.
double ratio_of_medians(std::vector<double> with, std::vector<double> without);

}  // namespace linnet
