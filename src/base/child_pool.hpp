// Runs several pieces of work at a time, each in a fork of this process, and hands back what each has to say.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
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

  // What the work returns in its process is the result's output. It must not throw. Throws InputError if there is no process
  // to be had.
  void start(const std::function<std::string()>& work, std::uint64_t tag);
  std::size_t running() const { return children_.size(); }

  // The next one that has ended; none if that takes longer than this, or if a signal came. REQUIRES: one is running.
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
