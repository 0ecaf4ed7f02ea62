// A file in which a run keeps how far it is, for another one to go on from: a place for each exploration or generation.
//
// It is written while the run goes on, whole or not at all: whenever the run is killed, the file is as it was a moment before.
//
//   {"linnet_checkpoint":3}
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
  // `of` says what it is, among all that a run explores. With an empty path there is no file.
  CheckpointFile(std::string path, std::string of, const Identity& identity);

  // How far it was; nothing if the file is not there yet, or says nothing of it. Throws InputError if the file is no checkpoint, or
  // is of a run with another identity.
  std::optional<std::string> load();
  // Throws InputError if the file cannot be written. REQUIRES: one line.
  void save(const std::string& how_far) const;

  // What is wrong with the file, as an error.
  InputError damaged(const std::string& how) const;

 private:
  std::string path_, of_, heading_;
  std::vector<std::string> others_;  // lines of the file about something else
};

}  // namespace linnet
