// Reads a binary history.

#include "history/formats/binary_format.hpp"
#include "history/formats/binary_values.hpp"

namespace linnet {

namespace {

using binary::Event;

class BinaryReader {
 public:
  BinaryReader(Input& input, const ReadOptions& options)
      : bytes_(input), values_(bytes_), builder_(input.name()), options_(options) {}

  History read() {
    head_ = read_binary_head(bytes_, values_);
    name_all();
    std::uint64_t count = 0;
    while (event(count)) ++count;
    if (!bytes_.at_end()) bytes_.fail("expected the end of the file here");
    if (head_.has(binary::kStuck)) builder_.stuck(0);
    return builder_.finish(options_.ties);
  }

 private:
  void name_all() {
    builder_.header() = head_.header;
    if (head_.has(binary::kLanes)) builder_.use_lanes();
    for (const std::string& name : head_.methods) methods_.push_back(builder_.method(name));
    for (const Value label : head_.threads) threads_.push_back(builder_.thread(label));
    for (const Value label : head_.objects) objects_.push_back(builder_.object(label));
    if (objects_.empty()) objects_.push_back(builder_.object(Value()));
  }

  // Reads one event; returns false at the end.
  bool event(std::uint64_t count) {
    const std::uint64_t first = bytes_.number(), payload = first >> 2;
    switch (static_cast<Event>(first & 3)) {
      case Event::call: head_.has(binary::kHasOrder) ? operation(payload, count) : call(payload); return true;
      case Event::ret: {
        const ThreadId id = thread(payload);
        refuse_in_order("a return");
        builder_.ret(id, values_.next(), kNoLine);
        return true;
      }
      case Event::crash:
        refuse_in_order("a crash");
        builder_.crash(payload == 0 ? std::nullopt : std::optional(thread(payload - 1)), kNoLine);
        return true;
      case Event::end:
        if (const std::uint64_t said = bytes_.number(); said != count)
          bytes_.fail(fmt::format("found {} events, expected {} as it says here", count, said));
        return false;
    }
    return false;
  }

  ThreadId thread(std::uint64_t i) const { return threads_[bytes_.below(i, threads_.size(), "thread")]; }
  void refuse_in_order(std::string_view what) const {
    if (head_.has(binary::kHasOrder)) bytes_.fail(fmt::format("found {}, expected whole operations", what));
  }

  struct Invocation {
    ThreadId thread;
    std::uint16_t method;
    ObjectId object;
  };
  // The arguments are in args_.
  Invocation invocation(std::uint64_t thread_number) {
    const ThreadId id = thread(thread_number);
    const std::uint16_t method = methods_[bytes_.below(bytes_.number(), methods_.size(), "method")];
    const std::uint64_t object =
        objects_.size() > 1 ? bytes_.below(bytes_.number(), objects_.size(), "object") : std::uint64_t{0};
    args_.clear();
    for (std::uint64_t n = bytes_.number(); n > 0; --n) args_.push_back(values_.next());
    return {id, method, objects_[object]};
  }

  void call(std::uint64_t thread_number) {
    const Invocation i = invocation(thread_number);
    builder_.call(i.thread, i.method, args_, i.object, kNoLine);
  }

  void operation(std::uint64_t thread_number, std::uint64_t index) {
    const Invocation i = invocation(thread_number);
    HistoryBuilder::Timed timed;
    timed.thread = i.thread, timed.method = i.method, timed.object = i.object;
    timed.args = args_;
    timed.id = static_cast<std::int64_t>(index);
    if (bytes_.below(bytes_.number(), 2, "state of an operation") == 1) timed.result = values_.next();
    after_.clear();
    constexpr std::uint64_t kMostOperations = ~std::uint32_t{0};
    for (std::uint64_t n = bytes_.number(); n > 0; --n) {
      after_.push_back(
          static_cast<std::int64_t>(bytes_.below(bytes_.number(), kMostOperations, "operation")));
    }
    timed.after = after_;
    builder_.operation(timed);
  }

  static constexpr HistoryBuilder::Line kNoLine = 0;

  BinaryBytes bytes_;
  BinaryValues values_;
  HistoryBuilder builder_;
  const ReadOptions& options_;
  BinaryHead head_;
  std::vector<std::uint16_t> methods_;
  std::vector<ThreadId> threads_;
  std::vector<ObjectId> objects_;
  std::vector<Value> args_;
  std::vector<std::int64_t> after_;
};

}  // namespace

constinit const Format kBinaryFormat = {
    .name = "binary",
    .summary = "the same in a quarter of the space: what linnet convert --to binary writes",
    .recognises = [](std::string_view head) { return head.starts_with(binary::kMagic.substr(0, 4)); },
    .read = [](Input& input, const ReadOptions& options) { return BinaryReader(input, options).read(); },
};

}  // namespace linnet
