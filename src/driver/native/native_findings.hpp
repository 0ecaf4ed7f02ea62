// What native runs of a test have found so far: the report that grows, and the first history that is not consistent, in a
// file.
#pragma once

#include <functional>
#include <optional>

#include "base/stopwatch.hpp"
#include "driver/exploring/history_folder.hpp"
#include "driver/native/stress.hpp"

namespace linnet {

class NativeFindings {
 public:
  // REQUIRES: all three outlive it. Throws InputError for options that do not go with each other.
  NativeFindings(const ObjectScenario& scenario, const StressRequest& request, const StressWatch& watch);

  StressedProgram report;
  // What was asked for, or what the test says itself.
  const CheckRequest& check() const { return check_; }

  // Judges a history, which has this number, unless nobody wants that. Whether it is the one that the report shows now.
  bool judge(std::size_t number, const std::function<History()>& history);
  // A violation was found, and no more are wanted.
  bool enough() const { return report.inconsistent > 0 && !request_.keep_going; }
  bool time_is_over() const { return seconds() >= request_.seconds; }
  double seconds() const { return since_start_.seconds(); }

  // Calls `round` with 0, 1, ... as long as it returns true, unless the time is over, or somebody interrupts. A program
  // that dies is a crash in the report.
  void run_rounds(ProgramUnderTest& program, const std::function<bool(int)>& round);

  // The user's folder, or if there is none, a temporary one.
  HistoryFolder& folder();

 private:
  const ObjectScenario& scenario_;
  const StressRequest& request_;
  const CheckRequest check_;
  const StressWatch& watch_;
  const Stopwatch since_start_;
  std::optional<HistoryFolder> folder_;
};

// How many times as long something takes: medians, since a thread that lost its processor makes one measurement ten times
// as long.
double ratio_of_medians(std::vector<double> with, std::vector<double> without);

}  // namespace linnet
