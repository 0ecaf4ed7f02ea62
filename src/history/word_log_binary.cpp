// A binary log straight to a WordLog.
//
// What values are called does not matter there, so those that are numbered stay numbers: their table is never looked at.
#include <algorithm>

#include "history/binary_values.hpp"
#include "history/word_log_builder.hpp"
#include "history/word_log_reader.hpp"

namespace linnet {

namespace {

using binary::Event;
using binary::Other;
using binary::Tag;

class BinaryWordLog {
 public:
  BinaryWordLog(BinaryBytes& bytes, const BinaryHead& head, Value initial, std::size_t expected_operations)
      : bytes_(bytes), head_(head), builder_(initial, expected_operations) {
    for (const std::string& name : head.methods) methods_.push_back(WordLogBuilder::method(name));
  }

  std::optional<WordLog> read() {
    for (;;) {
      const std::uint64_t first = bytes_.number(), payload = first >> 2;
      switch (static_cast<Event>(first & 3)) {
        case Event::call:
          if (!call(payload)) return std::nullopt;
          break;
        case Event::ret:
          if (!ret(payload)) return std::nullopt;
          break;
        case Event::crash: return std::nullopt;
        case Event::end:
          return bytes_.number() == events_ && bytes_.at_end() ? builder_.finish() : std::nullopt;
      }
      ++events_;
    }
  }

 private:
  // Beyond all integers that are not numbered.
  static Value stand_in(std::uint64_t number) {
    return Value(static_cast<std::int64_t>(number) + binary::kFirstNumbered);
  }

  // A scalar, or what stands for it.
  bool scalar(BinaryBytes::Token token, Value& out) {
    switch (token.tag) {
      case Tag::integer: {
        const std::int64_t i = binary::unzigzag(token.payload);
        out = binary::is_numbered(i) ? stand_in(numbered_++) : Value(i);
        return true;
      }
      case Tag::reference:
        if (token.payload == 0 || token.payload > numbered_) return false;
        out = stand_in(numbered_ - token.payload);
        return true;
      case Tag::array: return false;
      case Tag::other: return other(token.payload, out);
    }
    return false;
  }
  bool other(std::uint64_t kind, Value& out) {
    if (kind > static_cast<std::uint64_t>(Other::object)) return false;
    switch (static_cast<Other>(kind)) {
      case Other::null: out = Value(); return true;
      case Other::no: out = Value(false); return true;
      case Other::yes: out = Value(true); return true;
      case Other::text:
        bytes_.text();
        out = stand_in(numbered_++);
        return true;
      case Other::real:
      case Other::digits:
      case Other::object: return false;
    }
    return false;
  }

  bool list(BinaryBytes::Token token, std::size_t& size) {
    if (token.tag != Tag::array || token.payload > kMostWords) return false;
    size = token.payload;
    for (std::size_t k = 0; k < size; ++k) {
      if (!scalar(bytes_.token(), values_.emplace_back())) return false;
    }
    return true;
  }

  bool call(std::uint64_t thread) {
    const std::uint64_t name = bytes_.number();
    if (thread >= head_.threads.size() || name >= methods_.size() || !methods_[name]) return false;
    const WordLogBuilder::Method method = *methods_[name];
    if (bytes_.number() != WordLogBuilder::lists(method)) return false;
    values_.clear();
    std::size_t size = 0;
    for (std::size_t i = 0; i < WordLogBuilder::lists(method); ++i) {
      std::size_t found;
      if (!list(bytes_.token(), found) || (i != 0 && found != size)) return false;
      size = found;
    }
    return builder_.call(static_cast<std::uint32_t>(thread), method, size, values_);
  }

  bool ret(std::uint64_t number) {
    if (number >= head_.threads.size()) return false;
    const auto thread = static_cast<std::uint32_t>(number);
    const BinaryBytes::Token token = bytes_.token();
    values_.clear();
    if (token.tag == Tag::array) {
      std::size_t size;
      return list(token, size) && builder_.ret_list(thread, values_);
    }
    return scalar(token, values_.emplace_back()) && builder_.ret(thread, values_[0]);
  }

  static constexpr std::size_t kMostWords = 1 << 15;

  BinaryBytes& bytes_;
  const BinaryHead& head_;
  WordLogBuilder builder_;
  std::vector<std::optional<WordLogBuilder::Method>> methods_;
  std::uint64_t numbered_ = 0, events_ = 0;
  std::vector<Value> values_;
};

}  // namespace

std::optional<WordLog> read_binary_word_log(const std::string& path, const WordLogRequest& request) {
  Input input = Input::open(path);
  const std::size_t bytes_in_all = input.size_hint();
  if (bytes_in_all < request.chunk) return std::nullopt;
  BinaryBytes bytes(input);
  BinaryValues values(bytes);
  const BinaryHead head = read_binary_head(bytes, values);
  const auto initial = initial_of_mwcas(head.header, request);
  const bool plain =
      (head.flags & (binary::kLanes | binary::kStuck | binary::kHasOrder)) == 0 && head.objects.size() <= 1;
  // An initial value or a label that is numbered would need its name.
  if (!initial || !plain || values.any_numbered() || !initial->is_int64() ||
      binary::is_numbered(initial->as_int64()))
    return std::nullopt;
  constexpr std::size_t kBytesPerOperation = 9;  // the shortest call and return
  return BinaryWordLog(bytes, head, *initial, bytes_in_all / kBytesPerOperation).read();
}

}  // namespace linnet
