// Runs several pieces of work at a time, each in a fork of this process, and returns their results.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/child_process.hpp"
#include "base/error.hpp"

namespace linnet {

class ChildPool {
 public:
  struct Finished {
    std::uint64_t tag = 0;
    ChildResult result;
  };

  ChildPool() = default;
  // Kills those that still run.
  ~ChildPool() {
    for (const Child& child : children_) {
      kill(child.process, SIGKILL);
      close(child.output);
      waitpid(child.process, nullptr, 0);
    }
  }

  ChildPool(const ChildPool&) = delete;
  ChildPool& operator=(const ChildPool&) = delete;

  // The result's output is the string that `work` returns in its process. It must not throw. Throws
  // InputError if no process can be made.
  void start(const std::function<std::string()>& work, std::uint64_t tag) {
    std::array<int, 2> ends;
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw InputError(std::string("no pipe: ") + std::strerror(errno));
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) throw InputError(std::string("cannot make a process: ") + std::strerror(errno));
    if (child == 0) be_child(work, ends[1], parent);
    close(ends[1]);
    children_.push_back({tag, child, ends[0], ""});
  }

  std::size_t running() const { return children_.size(); }

  // The next one that has ended; nothing if that takes longer than this, or if a signal came. REQUIRES: one
  // is running.
  std::optional<Finished> wait(int milliseconds) {
    std::vector<pollfd> waiting;
    for (const Child& child : children_) waiting.push_back({child.output, POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), milliseconds) <= 0) return std::nullopt;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].revents == 0) continue;
      std::array<char, 1 << 16> buffer;
      const ssize_t got = read(children_[i].output, buffer.data(), buffer.size());
      if (got > 0) children_[i].text.append(buffer.data(), static_cast<std::size_t>(got));
      if (got > 0 || (got < 0 && errno == EINTR)) continue;
      Child child = std::move(children_[i]);
      children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
      close(child.output);
      return Finished{child.tag, {wait_for_child(child.process), std::move(child.text)}};
    }
    return std::nullopt;
  }

 private:
  [[noreturn]] static void be_child(const std::function<std::string()>& work, int output, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    write_all(output, work());
    _exit(0);  // open files and objects are the parent's
  }

  struct Child {
    std::uint64_t tag;
    pid_t process;
    int output;
    std::string text;
  };
  std::vector<Child> children_;
};

}  // namespace linnet
