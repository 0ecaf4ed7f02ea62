// Runs several programs at a time and hands back what each has written.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/child_process.hpp"

namespace linnet {

class ChildPool {
 public:
  struct Finished {
    std::uint64_t tag = 0;
    ChildResult result;
  };

  ChildPool() = default;
  ~ChildPool();  // ends those that still run
  ChildPool(const ChildPool&) = delete;
  ChildPool& operator=(const ChildPool&) = delete;

  // Starts a program without input. What it writes to its standard output is the result's output. Throws InputError if it
  // cannot be started.
  void start(const std::vector<std::string>& command, std::uint64_t tag);
  std::size_t running() const { return children_.size(); }

  // Returns the next program that has ended; none if that takes longer than this, or if a signal came. REQUIRES: one is running.
  std::optional<Finished> wait(int milliseconds);

 private:
  struct Child {
    std::uint64_t tag;
    pid_t process;
    int output;
    std::string text;
  };
  std::vector<Child> children_;
};

}  // namespace linnet
