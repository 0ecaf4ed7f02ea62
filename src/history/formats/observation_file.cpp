// Writes and reads observation files.
#include "history/formats/observation_file.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <ranges>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/xml.hpp"
#include "history/formats/json.hpp"

namespace linnet {

namespace {

// The outcome of each call: not made, blocked, or a result.
struct Outcome {
  enum class What : std::uint8_t { not_called, blocks, returns } what = What::not_called;
  Value result;
  friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

std::string thread_name(std::uint32_t thread) {
  return thread == 0 || thread > 26 ? std::to_string(thread)
                                    : std::string(1, static_cast<char>('A' + thread - 1));
}

std::string arguments_text(std::span<const Value> arguments) {
  return fmt::format("{}", fmt::join(arguments | std::views::transform(&Value::to_json), ", "));
}

std::string details_of(std::string_view arguments, const Value& result) {
  std::string details;
  if (!arguments.empty()) details = fmt::format("value=\"{}\"", to_xml(arguments));
  if (!result.is_null())
    details += fmt::format("{}result=\"{}\"", details.empty() ? "" : " ", to_xml(result.to_json()));
  return details.empty() ? " />\n" : ">" + details + "</op>\n";
}

class ObservationWriter {
 public:
  explicit ObservationWriter(const SerialHistories& histories) : calls_(histories.calls()) {
    histories.for_each([&](std::span<const SerialStep> steps, std::optional<CallNumber> blocked) {
      std::vector<Outcome> outcomes(calls_.size());
      std::string text;
      for (const SerialStep& step : steps) {
        outcomes[step.call] = {Outcome::What::returns, step.result};
        text += fmt::format("{0}[ ]{0} ", step.call + 1);
      }
      if (blocked) {
        outcomes[*blocked].what = Outcome::What::blocks;
        text += fmt::format("{}[ # ", *blocked + 1);
      }
      if (!text.empty()) text.pop_back();
      observations_[outcomes].insert(text);
    });
  }

  std::string text() const {
    std::string text = "<observationset>\n";
    for (const auto& [outcomes, histories] : observations_) {
      text += "  <observation>\n" + threads(outcomes) + operations(outcomes);
      for (const std::string& history : histories) text += "    <history>" + history + "</history>\n";
      text += "  </observation>\n";
    }
    return text + "</observationset>\n";
  }

 private:
  std::string threads(const std::vector<Outcome>& outcomes) const {
    std::map<std::uint32_t, std::string> made;
    for (CallNumber call = 0; call < calls_.size(); ++call) {
      std::string& list = made[calls_[call].thread];
      if (outcomes[call].what == Outcome::What::not_called) continue;
      const bool blocks = outcomes[call].what == Outcome::What::blocks;
      list += fmt::format("{}{}{}", list.empty() ? "" : " ", call + 1, blocks ? "B" : "");
    }
    std::string text;
    for (const auto& [thread, list] : made)
      text += fmt::format("    <thread id=\"{}\">{}</thread>\n", thread_name(thread), list);
    return text;
  }

  std::string operations(const std::vector<Outcome>& outcomes) const {
    std::string text;
    for (CallNumber call = 0; call < calls_.size(); ++call) {
      if (outcomes[call].what == Outcome::What::not_called) continue;
      text += fmt::format("    <op id=\"{}\" name=\"{}\"", call + 1, to_xml(calls_[call].method)) +
              details_of(arguments_text(calls_[call].arguments), outcomes[call].result);
    }
    return text;
  }

  const std::vector<TestCall>& calls_;
  std::map<std::vector<Outcome>, std::set<std::string>> observations_;
};

// The numbers of operations there: those of the first thread, then those of the next.
std::vector<OperationIndex> by_thread(const History& history) {
  std::vector<OperationIndex> order = history.indices();
  std::ranges::sort(order, {}, [&](OperationIndex i) { return std::pair(history.operations[i].thread, i); });
  return order;
}

std::string calls_and_returns(const History& history, std::span<const OperationIndex> order) {
  std::map<Rank, std::string> events;
  for (std::size_t number = 1; number <= order.size(); ++number) {
    const Operation& op = history.operations[order[number - 1]];
    events[op.call] = fmt::format("{}[", number);
    if (op.completed()) events[op.ret] = fmt::format("]{}", number);
  }
  std::string text = fmt::format("{}", fmt::join(events | std::views::values, " "));
  return history.stuck ? text + " #" : text;
}

class ObservationReader {
 public:
  ObservationReader(std::string_view text, const std::string& source, std::vector<TestCall> calls)
      : text_(text), source_(source), histories_(std::move(calls)) {}

  SerialHistories read() {
    expect("<observationset>");
    while (!take("</observationset>")) read_observation();
    skip_space();
    if (at_ != text_.size()) fail("expected nothing after </observationset>");
    return std::move(histories_);
  }

 private:
  struct Op {
    CallNumber call = 0;
    Value result;
  };

  [[noreturn]] void fail(const std::string& what) const {
    const auto line = 1 + std::ranges::count(text_.substr(0, at_), '\n');
    throw InputError(Place{source_, static_cast<std::uint64_t>(line), 0}, what);
  }
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool take(std::string_view word) {
    skip_space();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) {
    if (!take(word)) fail(fmt::format("expected {}", word));
  }
  std::string_view until(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    if (found == text_.npos) fail(fmt::format("expected {} after this", end));
    const std::string_view before = text_.substr(at_, found - at_);
    at_ = found + end.size();
    return before;
  }
  std::uint32_t number(std::string_view digits) const {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
      fail(fmt::format("found {}, expected the number of an operation", excerpt(digits)));
    return value;
  }
  std::vector<std::string_view> words(std::string_view list) const {
    std::vector<std::string_view> all;
    while (!list.empty()) {
      const std::size_t start = list.find_first_not_of(" \t\r\n");
      if (start == list.npos) break;
      list.remove_prefix(start);
      const std::size_t end = std::min(list.find_first_of(" \t\r\n"), list.size());
      all.push_back(list.substr(0, end));
      list.remove_prefix(end);
    }
    return all;
  }

  void read_observation() {
    expect("<observation>");
    ops_.clear();
    while (take("<thread id=\"")) read_thread();
    while (take("<op id=\"")) read_op();
    while (take("<history>")) read_history(until("</history>"));
    expect("</observation>");
  }

  // The n-th operation of a thread is the n-th call that the test makes there.
  void read_thread() {
    const std::string name(until("\">"));
    std::vector<CallNumber> made;
    for (CallNumber call = 0; call < histories_.calls().size(); ++call) {
      if (thread_name(histories_.calls()[call].thread) == name) made.push_back(call);
    }
    std::size_t next = 0;
    for (std::string_view word : words(until("</thread>"))) {
      if (word.ends_with('B')) word.remove_suffix(1);
      if (next == made.size()) fail(fmt::format("thread {} of this test makes {} calls", name, made.size()));
      ops_[number(word)].call = made[next++];
    }
  }

  void read_op() {
    const std::uint32_t id = number(until("\""));
    const auto op = ops_.find(id);
    if (op == ops_.end()) fail(fmt::format("no thread makes operation {}", id));
    expect("name=\"");
    const std::string name = from_xml(until("\""));
    std::string arguments;
    if (!take("/>")) {
      expect(">");
      if (take("value=\"")) arguments = from_xml(until("\""));
      if (take("result=\"")) op->second.result = json(from_xml(until("\"")));
      expect("</op>");
    }
    const TestCall& call = histories_.calls()[op->second.call];
    if (name != call.method || arguments != arguments_text(call.arguments))
      fail(fmt::format("found {}({}), where the test calls {}", name, arguments, call.text()));
  }

  Value json(const std::string& text) const {
    simdjson::dom::parser parser = make_json_parser();
    simdjson::dom::element element;
    if (parser.parse(text).get(element) != simdjson::SUCCESS)
      fail(fmt::format("found {}, expected a JSON value", excerpt(text)));
    return to_value(element);
  }

  void read_history(std::string_view list) {
    std::vector<SerialStep> steps;
    std::optional<CallNumber> open;
    bool stuck = false;
    for (const std::string_view word : words(list)) {
      if (stuck) fail("expected nothing after #");
      if (word == "#") {
        stuck = true;
      } else if (word.ends_with('[')) {
        if (open) fail("a second call before the first has returned: this history is not serial");
        open = op_called(word.substr(0, word.size() - 1)).call;
      } else if (word.starts_with(']')) {
        const Op& op = op_called(word.substr(1));
        if (open != op.call) fail(fmt::format("found {}, expected the return of the call before it", word));
        steps.push_back({op.call, op.result});
        open.reset();
      } else {
        fail(fmt::format("found {}, expected 1[ or ]1 or #", excerpt(word)));
      }
    }
    if (open.has_value() != stuck) fail("a call that does not return ends with #, and nothing else does");
    histories_.add(steps, open);
  }
  const Op& op_called(std::string_view digits) const {
    const auto op = ops_.find(number(digits));
    if (op == ops_.end()) fail(fmt::format("there is no operation {}", digits));
    return op->second;
  }

  std::string_view text_;
  const std::string& source_;
  SerialHistories histories_;
  std::size_t at_ = 0;
  std::map<std::uint32_t, Op> ops_;  // of the current observation
};

}  // namespace

std::string write_observation(const History& history) {
  if (history.order || !history.crashes.empty() || history.words->objects.size() > 1)
    throw InputError("an observation has no signs for crashes, several objects or an explicit order");
  const std::vector<OperationIndex> order = by_thread(history);
  std::map<ThreadId, std::string> threads;
  std::string operations;
  for (std::size_t number = 1; number <= order.size(); ++number) {
    const Operation& op = history.operations[order[number - 1]];
    std::string& list = threads[op.thread];
    list += fmt::format("{}{}{}", list.empty() ? "" : " ", number, op.completed() ? "" : "B");
    operations += fmt::format("<op id=\"{}\" name=\"{}\"", number, to_xml(history.method_name(op))) +
                  details_of(arguments_text(op.args()), op.result);
  }
  std::string text;
  for (const auto& [thread, list] : threads)
    text += fmt::format("<thread id=\"{}\">{}</thread>\n", thread_name(thread.value + 1), list);
  return text + operations + fmt::format("<history>{}</history>\n", calls_and_returns(history, order));
}

std::string write_observations(const SerialHistories& histories) {
  return ObservationWriter(histories).text();
}

SerialHistories read_observations(std::string_view text, const std::string& source,
                                  std::vector<TestCall> calls) {
  return ObservationReader(text, source, std::move(calls)).read();
}

}  // namespace linnet
