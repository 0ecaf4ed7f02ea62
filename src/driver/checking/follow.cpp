// Reads the lines that exist, waits for more, and decides after every return.
#include "driver/checking/follow.hpp"

#include <absl/container/flat_hash_map.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/linearizability/online_linearizable.hpp"
#include "check/weak/online_weak.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/checking/criteria.hpp"
#include "driver/checking/promise.hpp"
#include "driver/checking/weak_criterion.hpp"
#include "history/formats/input.hpp"
#include "history/formats/native_line.hpp"
#include "history/model/event_order.hpp"

namespace linnet {

namespace {

// The lines of a file that grows.
class Tail {
 public:
  explicit Tail(const std::string& path)
      : path_(path),
        descriptor_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)),
        ends_(path == "-") {
    if (descriptor_ < 0) throw InputError(fmt::format("{}: {}", path, std::strerror(errno)));
  }
  ~Tail() {
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
  }
  Tail(const Tail&) = delete;
  Tail& operator=(const Tail&) = delete;

  enum class Got : std::uint8_t { line, nothing_yet, end };
  // Returns a line without its end. Text without an end of line is not a line yet, unless the input is over.
  Got next(std::string& line) {
    for (;;) {
      if (const std::size_t end = buffer_.find('\n', searched_); end != buffer_.npos) {
        line = buffer_.substr(begin_, end - begin_);
        begin_ = searched_ = end + 1;
        ++lines_;
        return Got::line;
      }
      buffer_.erase(0, std::exchange(begin_, 0));
      searched_ = buffer_.size();
      if (searched_ > Input::kLongestPiece) refuse_long_line();
      char block[1 << 16];
      const ssize_t size = read(descriptor_, block, sizeof block);
      if (size > 0) {
        buffer_.append(block, static_cast<std::size_t>(size));
      } else if (size < 0 && errno != EINTR && errno != EAGAIN) {
        throw InputError(Place{path_, 0, 0}, fmt::format("cannot read: {}", std::strerror(errno)));
      } else if (size < 0 || !ends_) {
        return Got::nothing_yet;
      } else {
        line = std::exchange(buffer_, "");
        return line.empty() ? Got::end : Got::line;
      }
    }
  }

 private:
  [[noreturn]] void refuse_long_line() const {
    throw InputError(Place{path_, lines_ + 1, 0},
                     fmt::format("this line is longer than {} bytes, expected one short line per event",
                                 Input::kLongestPiece));
  }

  std::string path_;
  int descriptor_;
  bool ends_;
  std::string buffer_;
  std::size_t begin_ = 0, searched_ = 0;  // start of an unfinished line; its part without an end
  std::uint64_t lines_ = 0;
};

class Follower {
 public:
  Follower(const std::string& path, const CheckRequest& request)
      : path_(path),
        request_(request),
        budget_(budget_of(request)),
        weak_promise_(request.criterion == CriterionKind::weak) {
    refuse_options_of_others(request);
    if (!weak_promise_ && request.criterion != CriterionKind::linearizable)
      throw InputError("only linearizable and weak promises can be watched; the promise here is " +
                       promise_of(request));
  }

  std::uint64_t events() const { return events_; }
  const Budget& budget() const { return budget_; }

  // The report, if this line decided.
  std::optional<CheckedHistory> take(const std::string& line) {
    text_ += line + "\n";
    ++lines_;
    if (line.find_first_not_of(" \t\r") == line.npos) return std::nullopt;
    // The reader of whole files has better messages for what is wrong with a line.
    if (!parse(line)) read_so_far(), refuse();
    if (line_.has(Member::linnet)) return std::nullopt;
    if (!line_.has(Member::type)) refuse();
    ++events_;
    switch (line_.type) {
      case NativeLine::Type::call: call(); return std::nullopt;
      case NativeLine::Type::ret: return ret();
      case NativeLine::Type::crash:
      case NativeLine::Type::stuck: return check_so_far();
    }
    return std::nullopt;
  }

  CheckedHistory consistent_so_far() const {
    if (by_whole_prefixes() || !spec_) return check_so_far();
    CheckedHistory report;
    report.subject = path_;
    report.criterion = name_of(request_.criterion);
    report.model = asked_for(request_);
    report.spec = spec_->name();
    report.history = read_so_far();
    report.operations = report.history.size();
    report.history.resolve(*spec_);
    report.algorithms = {"online"};
    return report;
  }

 private:
  struct Running {
    Value object;
    OnlineLinearizability::Token token = 0;
    OnlineWeak::Token weak_token = 0;
  };

  // If the user chose an algorithm, that algorithm decides every prefix; and add-wins has no other.
  bool by_whole_prefixes() const {
    return weak_promise_ && (!request_.algorithm.empty() || (model_ && model_->add_wins()));
  }

  bool parse(const std::string& line) {
    padded_ = line;
    padded_.append(Input::kPadding, '\0');
    return !parser_.parse_any_line(std::string_view(padded_).substr(0, line.size()), line_);
  }

  History read_so_far() const {
    Input input = Input::from_text(path_, text_);
    ReadOptions options;
    options.format = "native";
    return read_history(input, options);
  }

  [[noreturn]] void refuse() const {
    throw InputError(Place{path_, lines_, 1},
                     "a history that is watched has calls and returns as they happen, and this is neither");
  }

  CheckedHistory check_so_far() const {
    History history = read_so_far();
    const Spec spec = spec_ ? *spec_ : choose_spec(history, request_);
    history.resolve(spec);
    CheckedHistory report = check_history(std::move(history), spec, request_, budget_);
    report.subject = path_;
    return report;
  }

  void call() {
    if (!spec_) spec_ = choose_spec(read_so_far(), request_);
    const bool complete = line_.has(Member::thread) && line_.has(Member::op);
    const auto method = complete ? spec_->find(line_.op, line_.args.size()) : std::nullopt;
    if (!method || running_.contains(line_.thread) || !accepted(*method))
      read_so_far().resolve(*spec_), refuse();
    Running& running = running_[line_.thread];
    running.object = line_.object;
    if (weak_) {
      running.weak_token = weak_->call(ThreadId(number_in(threads_, line_.thread)),
                                       ObjectId(number_in(objects_, line_.object)), *method, line_.args);
      return;
    }
    if (weak_promise_ && !model_) model_ = model_of(request_, *spec_), refuse_foreign_model(*model_, *spec_);
    const auto found = monitors_.try_emplace(line_.object, nullptr).first;
    if (found->second == nullptr) found->second = std::make_unique<OnlineLinearizability>(*spec_, budget_);
    running.token = found->second->call(*method, line_.args);
  }

  static std::uint32_t number_in(absl::flat_hash_map<Value, std::uint32_t>& numbers, Value label) {
    return numbers.try_emplace(label, static_cast<std::uint32_t>(numbers.size())).first->second;
  }

  bool accepted(MethodIndex method) const {
    for (std::size_t i = 0; i < line_.args.size(); ++i) {
      if (!accepts(spec_->method(method).parameters[i], line_.args[i])) return false;
    }
    return !spec_->complaint({method, line_.args});
  }

  std::optional<CheckedHistory> ret() {
    const auto found = running_.find(line_.thread);
    if (!line_.has(Member::thread) || !line_.has(Member::result) || found == running_.end())
      read_so_far(), refuse();
    const Running running = found->second;
    running_.erase(found);
    if (by_whole_prefixes()) {
      CheckedHistory report = check_so_far();
      if (passed(report.verdict)) return std::nullopt;
      return noted(std::move(report));
    }
    if (weak_) return by_answer(weak_->ret(running.weak_token, line_.result));
    const auto answer = monitors_.at(running.object)->ret(running.token, line_.result);
    if (answer == OnlineLinearizability::Answer::consistent) return std::nullopt;
    if (weak_promise_) return by_answer(begin_weak());
    return answer == OnlineLinearizability::Answer::violation ? decided() : out_of_budget();
  }

  std::optional<CheckedHistory> by_answer(OnlineWeak::Answer answer) const {
    switch (answer) {
      case OnlineWeak::Answer::consistent: return std::nullopt;
      case OnlineWeak::Answer::violation: return decided();
      case OnlineWeak::Answer::out_of_budget: break;
    }
    return out_of_budget();
  }

  // The events so far are no longer linearizable, or are hard to linearize: passes them all to the monitor of
  // the model.
  OnlineWeak::Answer begin_weak() {
    History history = read_so_far();
    history.resolve(*spec_);
    weak_ = std::make_unique<OnlineWeak>(*spec_, *model_, budget_);
    monitors_.clear();
    OnlineWeak::Answer answer = OnlineWeak::Answer::consistent;
    absl::flat_hash_map<const Operation*, OnlineWeak::Token> tokens;
    const auto call = [&](const Operation& op) {
      const Value thread = history.words->threads[op.thread.value],
                  object = history.words->objects[op.object.value];
      const OnlineWeak::Token token = weak_->call(
          ThreadId(number_in(threads_, thread)), ObjectId(number_in(objects_, object)), op.method, op.args());
      tokens[&op] = token;
      if (!op.completed()) running_.at(thread).weak_token = token;
    };
    const auto ret = [&](const Operation& op) {
      if (answer == OnlineWeak::Answer::consistent) answer = weak_->ret(tokens.at(&op), op.result);
    };
    for_each_event(history, call, ret, [](const Crash&) {});
    return answer;
  }

  // The explanation is that of a whole file that ends here.
  CheckedHistory decided() const {
    CheckedHistory report = check_so_far();
    if (passed(report.verdict)) throw std::logic_error("two algorithms disagree about " + path_);
    return noted(std::move(report));
  }

  CheckedHistory out_of_budget() const {
    CheckedHistory report = consistent_so_far();
    report.verdict = Unknown{budget_.reason()};
    return report;
  }

  CheckedHistory noted(CheckedHistory report) const {
    if (violated(report.verdict))
      report.notes.push_back(
          fmt::format("line {} is the first return that no continuation can make consistent", lines_));
    return report;
  }

  const std::string& path_;
  const CheckRequest& request_;
  const Budget budget_;
  bool weak_promise_;
  std::optional<Spec> spec_;
  std::optional<WeakModel> model_;
  std::string text_;  // all lines so far
  std::uint64_t lines_ = 0, events_ = 0;
  LineParser parser_;
  NativeLine line_;
  std::string padded_;
  absl::flat_hash_map<Value, std::unique_ptr<OnlineLinearizability>> monitors_;  // by object
  std::unique_ptr<OnlineWeak> weak_;                                             // used once it is needed
  absl::flat_hash_map<Value, std::uint32_t> threads_, objects_;                  // by their numbers in weak_
  absl::flat_hash_map<Value, Running> running_;                                  // by thread
};

}  // namespace

Followed follow_file(const std::string& path, const CheckRequest& request, const FollowWatch& watch) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kLinesPerMeasure = 1024;
  constexpr auto kGlance = std::chrono::milliseconds(20);
  Follower follower(path, request);
  Tail tail(path);
  std::string line;
  auto last = Clock::now();
  std::size_t looks = 0;
  for (;;) {
    // The clock and the kernel are not read for every line.
    if (looks++ % kLinesPerMeasure == 0 && follower.budget().measure())
      return {follower.consistent_so_far(), follower.events(), follower.budget().reason()};
    if (watch.interrupted()) return {follower.consistent_so_far(), follower.events(), "stopped by Ctrl-C"};
    switch (tail.next(line)) {
      case Tail::Got::line:
        if (auto report = follower.take(line)) return {*std::move(report), follower.events(), "decided"};
        last = Clock::now();
        break;
      case Tail::Got::end: return {follower.consistent_so_far(), follower.events(), "the input ended"};
      case Tail::Got::nothing_yet:
        if (watch.idle_seconds > 0 && Clock::now() - last > std::chrono::duration<double>(watch.idle_seconds))
          return {follower.consistent_so_far(), follower.events(),
                  fmt::format("nothing came for {} s", watch.idle_seconds)};
        std::this_thread::sleep_for(kGlance);
        looks = 0;
    }
  }
}

}  // namespace linnet
