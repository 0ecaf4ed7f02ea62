// Judges by the serial histories of the test itself: the automatic mode has no other specification.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "driver/exploring/recording_judge.hpp"
#include "history/model/serial_histories.hpp"

namespace linnet {

class SerialJudge final : public RecordingJudge {
 public:
  SerialJudge(const ObjectTest& test, const Scenario& scenario, std::shared_ptr<const SerialHistories> serial,
              std::string specification);

 private:
  CheckedHistory decide(const Recording& recording, History history, Detail detail) const override;

  std::shared_ptr<const SerialHistories> serial_;
  std::string specification_;        // what the report calls them
  std::set<std::string> returning_;  // methods that give something back, in some serial run
};

}  // namespace linnet
