// Passes on the events of all threads in the order of their stamps.
#include "driver/checking/word_history.hpp"

#include <algorithm>
#include <vector>

#include "history/model/history_builder.hpp"
#include "history/multiword/log_builder.hpp"

namespace linnet {

namespace {

// The next event of a thread.
class ThreadEvents {
 public:
  explicit ThreadEvents(const WordThread& thread)
      : reader_(*thread.tape), left_(thread.called), returns_left_(thread.returned) {
    advance();
  }

  bool any() const { return any_; }
  bool is_return() const { return in_call_; }
  WordRecord record() const { return record_; }
  std::int64_t time() const { return in_call_ ? record_.returned_at() : record_.called_at(); }
  // At the same instant calls come first, so that the operations overlap.
  bool is_before(const ThreadEvents& other) const {
    return time() != other.time() ? time() < other.time() : is_return() < other.is_return();
  }
  void pass() {
    if (in_call_) {
      in_call_ = false;
      --returns_left_;
      advance();
    } else {
      in_call_ = true;
      any_ = returns_left_ > 0;
    }
  }

 private:
  void advance() {
    any_ = left_ > 0;
    if (!any_) return;
    --left_;
    record_ = reader_.next();
  }

  WordTape::Reader reader_;
  std::uint64_t left_, returns_left_;
  WordRecord record_{nullptr};
  bool any_ = false, in_call_ = false;
};

// Calls use(thread, record, is_return) for each event until it returns false. Returns whether it never did.
template <class Use>
bool in_order(std::span<const WordThread> threads, Use use) {
  std::vector<ThreadEvents> events(threads.begin(), threads.end());
  for (;;) {
    std::size_t first = events.size();
    for (std::size_t t = 0; t < events.size(); ++t) {
      if (events[t].any() && (first == events.size() || events[t].is_before(events[first]))) first = t;
    }
    if (first == events.size()) return true;
    if (!use(first, events[first].record(), events[first].is_return())) return false;
    events[first].pass();
  }
}

void to_values(std::span<const std::int64_t> numbers, std::vector<Value>& values) {
  values.assign(numbers.begin(), numbers.end());
}

Value list_of(std::span<const std::int64_t> numbers, std::vector<Value>& scratch) {
  to_values(numbers, scratch);
  return Value::array(scratch);
}

// A result that is not a list.
Value scalar_of(WordRecord record) {
  const std::int64_t result = record.result()[0];
  return record.result_kind() == linnet_boolean ? Value(result != 0) : Value(result);
}

}  // namespace

bool has_only_plain_results(std::span<const WordThread> threads) {
  return std::ranges::all_of(threads, [](const WordThread& thread) {
    WordTape::Reader reader(*thread.tape);
    for (std::uint64_t i = 0; i < thread.returned; ++i) {
      if (reader.next().result_kind() == linnet_null) return false;
    }
    return true;
  });
}

History history_of(std::span<const WordThread> threads, const std::string& source) {
  HistoryBuilder builder(source);
  std::uint16_t methods[std::size(kWordMethods)];
  for (const WordMethod m : kWordMethods) methods[static_cast<std::size_t>(m)] = builder.method(name_of(m));
  std::vector<ThreadId> ids;
  for (std::size_t t = 0; t < threads.size(); ++t) ids.push_back(builder.thread(Value(t + 1)));
  const ObjectId object = builder.object(Value());
  std::vector<Value> arguments, scratch;
  HistoryBuilder::Line line = 0;
  in_order(threads, [&](std::size_t t, WordRecord record, bool is_return) {
    ++line;
    if (is_return) {
      const bool is_list = record.result_kind() == linnet_list;
      builder.ret(ids[t], is_list ? list_of(record.result(), scratch) : scalar_of(record), line);
    } else {
      arguments.clear();
      for (std::size_t i = 0; i < lists_of(record.method()); ++i)
        arguments.push_back(list_of(record.list(i), scratch));
      builder.call(ids[t], methods[static_cast<std::size_t>(record.method())], arguments, object, line);
    }
    return true;
  });
  return builder.finish();
}

std::optional<MultiwordLog> word_log_of(std::span<const WordThread> threads, Value initial) {
  std::uint64_t operations = 0;
  for (const WordThread& thread : threads) operations += thread.called;
  MultiwordLogBuilder builder(initial, operations);
  std::vector<Value> values;
  const bool plain = in_order(threads, [&](std::size_t t, WordRecord record, bool is_return) {
    const auto thread = static_cast<std::uint32_t>(t);
    if (is_return && record.result_kind() != linnet_list) return builder.ret(thread, scalar_of(record));
    to_values(is_return ? record.result() : record.arguments(), values);
    return is_return ? builder.ret_list(thread, values)
                     : builder.call(thread, *MultiwordLogBuilder::method(name_of(record.method())),
                                    record.words(), values);
  });
  return plain ? builder.finish() : std::nullopt;
}

}  // namespace linnet
