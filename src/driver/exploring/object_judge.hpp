// Judges by a specification: what is recorded is checked as `linnet check` checks a history from a file.
#pragma once

#include "driver/checking/check_request.hpp"
#include "driver/exploring/recording_judge.hpp"
#include "linnet/spec.hpp"

namespace linnet {

class ObjectJudge final : public RecordingJudge {
 public:
  // REQUIRES: test and scenario outlive it.
  ObjectJudge(const ObjectTest& test, const Scenario& scenario, Spec spec, CheckRequest request);

 private:
  CheckedHistory decide(const Recording& recording, History history, Detail detail) const override;

  Spec spec_;
  CheckRequest request_;
};

}  // namespace linnet
