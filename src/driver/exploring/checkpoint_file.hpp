// A file that keeps how far a run has come, so that another run can continue: an entry for each exploration
// or generation.
//
// It is written while the run goes on, whole or not at all: whenever the run is killed, the file is as it was
// a moment before.
//
//   {"linnet_checkpoint":4}
//   {"of":"queue_test: two_consumers: enq(1) ; deq() | deq()","identity":{"program":"5d01...", ...}}
//   how far that is, in a line
//   and so on, two lines for each
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "driver/exploring/identity.hpp"

namespace linnet {

class CheckpointFile {
 public:
  // `of` names this exploration among all that a run has. With an empty path there is no file.
  CheckpointFile(std::string path, std::string of, const Identity& identity);

  // How far the earlier run came; nothing if there is no file yet, or if it has no such entry. Throws
  // InputError if the file is not a checkpoint, or belongs to a run with another identity.
  std::optional<std::string> load();
  // Throws InputError if the file cannot be written. REQUIRES: `how_far` is one line.
  void save(const std::string& how_far) const;

  // An error that says what is wrong with the file.
  InputError damaged(const std::string& how) const;

 private:
  std::string path_, of_, heading_;
  std::vector<std::string> others_;  // the file's lines about other explorations
};

}  // namespace linnet
