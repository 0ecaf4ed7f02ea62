// The conversation with one process that explores: it is asked for turns, and what it tells is kept until it is merged.
#pragma once

#include <chrono>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <variant>

#include "driver/program/program.hpp"

namespace linnet {

class Lane {
 public:
  // What it tells, in order. An exception is what receiving threw: it counts only if what came before it is merged.
  using Message =
      std::variant<RecordedExecution, FoundEnding, Seen, StageCount, TurnOver, std::exception_ptr>;

  Lane(std::unique_ptr<Worker> worker, const ExploreOrder& order);

  void ask(const TurnOrder& turn);
  // Whether it has turns that are not over.
  bool is_busy() const { return turns_ > 0; }
  // Says to go on after a recorded execution, if the order is to go in step.
  void go_on() { worker_->send(Ask::go_on); }
  void stop();
  bool stop_was_asked() const { return stop_asked_at_.has_value(); }
  std::chrono::steady_clock::time_point stop_asked_at() const { return *stop_asked_at_; }
  // There is nothing more to come.
  bool is_over() const { return is_over_; }
  // What it said at its end; nothing if it has not ended, or did not answer.
  const std::optional<ExplorationEnd>& end() const { return end_; }
  // The process did not answer.
  void kill();

  // Takes in what has come.
  void listen();
  // The next message; nothing if it has not come yet.
  std::optional<Message> next();
  // The process told something impossible.
  [[noreturn]] void refuse(const std::string& what) { worker_->refuse(what); }

  std::size_t resident_bytes() const { return worker_->resident_bytes(); }
  // The process, which can be used for something else. REQUIRES: is_over().
  Worker& worker() { return *worker_; }

 private:
  friend void wait_for_any(std::span<const std::unique_ptr<Lane>> lanes, std::chrono::milliseconds most);
  std::optional<Message> decode(Connection::Message& message);

  std::unique_ptr<Worker> worker_;
  std::deque<Message> messages_;
  std::uint64_t turns_ = 0;  // that were asked for and are not over
  std::optional<std::chrono::steady_clock::time_point> stop_asked_at_;
  std::optional<ExplorationEnd> end_;
  bool is_over_ = false;
};

// Waits until one of them may have something to say.
void wait_for_any(std::span<const std::unique_ptr<Lane>> lanes, std::chrono::milliseconds most);

}  // namespace linnet
