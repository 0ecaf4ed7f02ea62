// Progress: a thread that wakes up from time to time and shows the elapsed time and the memory in use.
#include "report/text/progress.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "base/budget.hpp"
#include "report/text/visible.hpp"

namespace linnet {

namespace {

constexpr auto kPatience = std::chrono::seconds(1);  // before the first output
constexpr auto kOnTerminal = std::chrono::milliseconds(200);
constexpr auto kInLog = std::chrono::seconds(10);

}  // namespace

Progress::Progress(std::FILE* stream, bool enabled) : stream_(stream), since_(Clock::now()) {
  terminal_ = isatty(fileno(stream)) != 0;
  if (enabled) watcher_ = std::thread([this] { watch(); });
}

Progress::~Progress() {
  done();
  if (watcher_.joinable()) watcher_.join();
}

void Progress::stage(const std::string& what) const {
  const std::scoped_lock lock(mutex_);
  what_ = what;
  since_ = Clock::now();
}

void Progress::done() const {
  const std::scoped_lock lock(mutex_);
  if (shown_ && terminal_) show("");
  shown_ = false;
  finished_ = true;
  changed_.notify_all();
}

void Progress::show(const std::string& text) const {
  if (terminal_) {
    fmt::print(stream_, "\r\x1b[K{}", visible(text));
    std::fflush(stream_);
  } else {
    fmt::print(stream_, "{}\n", visible(text));
  }
}

void Progress::watch() {
  std::unique_lock lock(mutex_);
  auto next = since_ + (terminal_ ? Clock::duration(kPatience) : Clock::duration(kInLog));
  while (!changed_.wait_until(lock, next, [this] { return finished_; })) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - since_).count();
    show(
        fmt::format("{} … {:.0f} s, {:.1f} GB", what_, seconds, static_cast<double>(resident_bytes()) / 1e9));
    shown_ = true;
    next = now + (terminal_ ? Clock::duration(kOnTerminal) : Clock::duration(kInLog));
  }
}

}  // namespace linnet
