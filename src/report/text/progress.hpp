// Shows a waiting user what is going on: on a terminal one line that is rewritten, in a log a plain line from
// time to time.
//
// Nothing is shown for work that is over within a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace linnet {

class Progress {
 public:
  Progress(std::FILE* stream, bool enabled);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Names the current work: "reading big.jsonl".
  void stage(const std::string& what) const;
  // Clears the line, so that the next output starts on a clean one.
  void done() const;

 private:
  using Clock = std::chrono::steady_clock;
  void watch();
  void show(const std::string& text) const;

  std::FILE* stream_;
  bool terminal_ = false;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable std::string what_;
  mutable Clock::time_point since_;
  mutable bool shown_ = false;
  mutable bool finished_ = false;
  std::thread watcher_;
};

}  // namespace linnet
