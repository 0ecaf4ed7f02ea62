// Decides whether what an execution recorded keeps the object's promise: the seam between exploring, which
// knows nothing of objects, and object tests, which know nothing of strategies.
//
// The explorer asks once per execution that ended well or in which everybody waits for ever; faults (crashes,
// failed assertions, races) need no judge. A program without object tests has none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "verdict/check_report.hpp"
#include "verdict/paper_effort.hpp"

namespace linnet {

class HistoryCollection;

enum class Ended : std::uint8_t {
  complete,  // main returned
  waiting,   // nobody can go on: the pending operations never return
};

// How much a report of a violation says.
enum class Detail : std::uint8_t { verdict, explained };

class ExecutionJudge {
 public:
  virtual ~ExecutionJudge() = default;

  // Whether the last execution is one of recorded operations, to its end. Waiting for ever within an operation makes a
  // stuck history, which may be allowed; waiting elsewhere (while the object is made) is a deadlock.
  virtual bool records() const = 0;
  // Judges what was recorded since the last call. nullopt if it is consistent, or the same as a history that was.
  // The report is a violation, or unknown if the limits were reached.
  virtual std::optional<CheckReport> judge(Ended ended, Detail detail) = 0;
  virtual std::uint64_t distinct_histories() const = 0;
  // Of these; and what --algorithm paper did for all of them.
  virtual std::uint64_t inconsistent_histories() const = 0;
  virtual PaperEffort paper_effort() const = 0;
  // Which histories were met, for another process that goes on from here: they are not counted again there.
  virtual std::string save() const = 0;
  virtual void load(std::string_view saved) = 0;
  // From now on every history that is judged is put there; null: nowhere. REQUIRES: it outlives this.
  virtual void collect_in(HistoryCollection* collection) = 0;
};

}  // namespace linnet
