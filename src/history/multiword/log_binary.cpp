// Reads a binary log straight into a MultiwordLog.
//
// What values are called does not matter there, so those that are numbered stay numbers: their table is never looked at.
#include <limits>

#include "base/ordered_pipeline.hpp"
#include "history/formats/binary_values.hpp"
#include "history/multiword/events.hpp"
#include "history/multiword/log_reader.hpp"

namespace linnet {

namespace {

using binary::Event;
using binary::Other;
using binary::Tag;

// Events are decoded in pieces, one after the other.
class BinaryMultiwordEvents {
 public:
  BinaryMultiwordEvents(BinaryBytes& bytes, const BinaryHead& head) : bytes_(bytes), head_(head) {
    for (const std::string& name : head.methods) methods_.push_back(MultiwordLogBuilder::method(name));
  }

  // The next piece; an empty one at the end. False if something is not to be said in a MultiwordLog.
  bool read(MultiwordEvents& piece) {
    constexpr std::size_t kEvents = 8192;
    piece.clear();
    out_ = &piece;
    while (!ended_ && piece.events.size() < kEvents) {
      if (!event()) return false;
    }
    return true;
  }

 private:
  using Kind = MultiwordEvents::Event::Kind;

  bool event() {
    const std::uint64_t first = bytes_.number(), payload = first >> 2;
    const auto kind = static_cast<Event>(first & 3);
    if (kind == Event::crash) return false;
    if (kind == Event::end) {
      ended_ = true;
      return bytes_.number() == events_ && bytes_.at_end();
    }
    ++events_;
    if (payload >= head_.threads.size()) return false;
    const auto thread = static_cast<std::uint32_t>(payload);
    return kind == Event::call ? call(thread) : ret(thread);
  }

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
    if (token.tag != Tag::array || token.payload > MultiwordEvents::kMostLocations) return false;
    size = token.payload;
    for (std::size_t k = 0; k < size; ++k) {
      if (!scalar(bytes_.token(), out_->values.emplace_back())) return false;
    }
    return true;
  }

  bool call(std::uint32_t thread) {
    const std::uint64_t name = bytes_.number();
    if (name >= methods_.size() || !methods_[name]) return false;
    const MultiwordLogBuilder::Method method = *methods_[name];
    if (bytes_.number() != MultiwordLogBuilder::lists(method)) return false;
    std::size_t size = 0;
    for (std::size_t i = 0; i < MultiwordLogBuilder::lists(method); ++i) {
      std::size_t found;
      if (!list(bytes_.token(), found) || (i != 0 && found != size)) return false;
      size = found;
    }
    return add(Kind::call, method, size, thread);
  }

  bool ret(std::uint32_t thread) {
    const BinaryBytes::Token token = bytes_.token();
    std::size_t size = 1;
    if (token.tag == Tag::array) return list(token, size) && add(Kind::list, {}, size, thread);
    return scalar(token, out_->values.emplace_back()) && add(Kind::scalar, {}, size, thread);
  }

  bool add(Kind kind, MultiwordLogBuilder::Method method, std::size_t size, std::uint32_t thread) {
    out_->events.push_back({kind, method, static_cast<std::uint16_t>(size), thread});
    return true;
  }

  BinaryBytes& bytes_;
  const BinaryHead& head_;
  std::vector<std::optional<MultiwordLogBuilder::Method>> methods_;
  std::uint64_t numbered_ = 0, events_ = 0;
  bool ended_ = false;
  MultiwordEvents* out_ = nullptr;
};

// Another thread decodes, and this one puts the pieces together.
std::optional<MultiwordLog> put_together(BinaryMultiwordEvents& events, MultiwordLogBuilder& builder) {
  bool complete = false;
  make_and_use_in_order<MultiwordEvents>(
      std::numeric_limits<std::size_t>::max(), 1,
      [&](std::size_t, MultiwordEvents& piece) { return events.read(piece); },
      [&](const MultiwordEvents& piece) {
        complete = piece.events.empty();
        return !complete && apply(piece, builder);
      });
  return complete ? builder.finish() : std::nullopt;
}

}  // namespace

std::optional<MultiwordLog> read_binary_multiword_log(const std::string& path,
                                                      const MultiwordLogRequest& request) {
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
  const std::size_t expected_operations = bytes_in_all / kBytesPerOperation;
  MultiwordLogBuilder builder(*initial, expected_operations);
  builder.values_count_up_from(binary::kFirstNumbered, expected_operations);
  BinaryMultiwordEvents events(bytes, head);
  return put_together(events, builder);
}

}  // namespace linnet
