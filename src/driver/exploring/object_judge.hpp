// Judges by a specification: what is recorded is checked as `linnet check` checks a history from a file.
#pragma once

#include <functional>

#include "driver/checking/check_request.hpp"
#include "driver/exploring/recording_judge.hpp"
#include "linnet/spec.hpp"

namespace linnet {

class ObjectJudge final : public RecordingJudge {
 public:
  // Runs what may call the program's own specification: see runtime::visit_program().
  using Visit = std::function<void(const std::function<void()>&)>;

  struct Subject {
    const runtime::ObjectTest& test;
    const runtime::Scenario& scenario;
    const runtime::Recording& recording;
    Spec spec;
    Visit visit;
  };

  // Throws InputError if the request has a criterion that is unknown.
  ObjectJudge(Subject subject, CheckRequest request);

 private:
  CheckReport decide(History history, Detail detail) const override;

  Spec spec_;
  Visit visit_;
  CheckRequest request_;
};

}  // namespace linnet
