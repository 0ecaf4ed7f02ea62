// Implements ChildPool with a pipe for each child, and one poll for all of them.
#include "base/child_pool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace linnet {

ChildPool::~ChildPool() {
  for (const Child& child : children_) {
    kill(child.process, SIGKILL);
    close(child.output);
    waitpid(child.process, nullptr, 0);
  }
}

void ChildPool::start(const std::vector<std::string>& command, std::uint64_t tag) {
  const StartedChild started = start_child(command, "", STDOUT_FILENO);
  children_.push_back({tag, started.process, started.output, ""});
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
