// Implements ChildPool with a pipe for each child, and one poll for all of them.
#include "base/child_pool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace linnet {

ChildPool::~ChildPool() {
  for (const Child& child : children_) {
    kill(child.process, SIGKILL);
    close(child.output);
    waitpid(child.process, nullptr, 0);
  }
}

namespace {

[[noreturn]] void be_child(const std::function<std::string()>& work, int output, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  write_all(output, work());
  _exit(0);  // what is open here is the parent's
}

}  // namespace

void ChildPool::start(const std::function<std::string()>& work, std::uint64_t tag) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw InputError(std::string("no pipe: ") + std::strerror(errno));
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw InputError(std::string("cannot make a process: ") + std::strerror(errno));
  if (child == 0) be_child(work, ends[1], parent);
  close(ends[1]);
  children_.push_back({tag, child, ends[0], ""});
}

std::optional<ChildPool::Finished> ChildPool::wait(int milliseconds) {
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

}  // namespace linnet
