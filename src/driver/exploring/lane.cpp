// Implements Lane.
#include "driver/exploring/lane.hpp"

#include <poll.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace linnet {

Lane::Lane(std::unique_ptr<Worker> worker, const ExploreOrder& order) : worker_(std::move(worker)) {
  worker_->send(Ask::explore, order);
}

void Lane::ask(const TurnOrder& turn) {
  ++turns_;
  worker_->send(Ask::turn, turn);
}

void Lane::stop() {
  if (stop_asked_at_) return;
  stop_asked_at_ = std::chrono::steady_clock::now();
  worker_->send(Ask::stop);
}

void Lane::kill() {
  worker_->kill();
  is_over_ = true;
}

void Lane::listen() {
  try {
    while (!is_over_) {
      std::optional<Connection::Message> message = worker_->receive(0);
      if (!message) return;
      if (std::optional<Message> decoded = decode(*message)) messages_.push_back(*std::move(decoded));
    }
  } catch (const std::exception&) {
    messages_.emplace_back(std::current_exception());
    is_over_ = true;
  }
}

std::optional<Lane::Message> Lane::next() {
  if (messages_.empty()) return std::nullopt;
  std::optional<Message> message(std::move(messages_.front()));
  messages_.pop_front();
  return message;
}

std::optional<Lane::Message> Lane::decode(Connection::Message& message) {
  const auto kind = static_cast<Tell>(message.kind);
  if (kind == Tell::recorded) return worker_->body<RecordedExecution>(message);
  if (kind == Tell::found) return worker_->body<FoundEnding>(message);
  if (kind == Tell::seen) return worker_->body<Seen>(message);
  if (kind == Tell::progress) return worker_->body<StageCount>(message);
  if (kind == Tell::turn_over && turns_ > 0) {
    --turns_;
    return worker_->body<TurnOver>(message);
  }
  if (kind != Tell::ended) refuse(fmt::format("message {} came while it explored", message.kind));
  end_ = worker_->body<ExplorationEnd>(message);
  is_over_ = true;
  turns_ = 0;
  return std::nullopt;
}

void wait_for_any(std::span<const std::unique_ptr<Lane>> lanes, std::chrono::milliseconds most) {
  std::vector<pollfd> all;
  for (const auto& lane : lanes) {
    if (lane != nullptr && !lane->is_over()) all.push_back({lane->worker_->descriptor(), POLLIN, 0});
  }
  poll(all.data(), all.size(), static_cast<int>(most.count()));
}

}  // namespace linnet
