// .eh_frame_hdr, .eh_frame and .gcc_except_table, as far as they say where code begins, ends and goes on.
#include "machine_code/unwinding.hpp"

#include <cstring>
#include <string>

namespace linnet {

namespace {

// How a pointer is written: its form in the low bits, what it is told from in the others.
constexpr std::uint8_t kOmitted = 0xff, kForm = 0x0f, kFrom = 0x70, kFromHere = 0x10, kIndirect = 0x80;

class TableReader {
 public:
  TableReader(const CodeFile& file, std::uint64_t address)
      : address_(address), left_(file.constant_bytes(address)) {}

  bool broken() const { return broken_; }
  std::uint64_t address() const { return address_; }
  template <class Number>
  Number number() {
    Number n{};
    if (left_.size() < sizeof n) {
      broken_ = true;
      return n;
    }
    std::memcpy(&n, left_.data(), sizeof n);
    skip(sizeof n);
    return n;
  }
  // LEB128: seven bits in each byte, the lowest first.
  std::uint64_t variable() {
    std::uint64_t n = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = number<std::uint8_t>();
      n |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) return n;
    }
    broken_ = true;
    return n;
  }
  std::uint64_t pointer(std::uint8_t encoding) {
    const std::uint64_t from = (encoding & kFrom) == kFromHere ? address_ : 0;
    if ((encoding & kFrom) > kFromHere) broken_ = true;
    switch (encoding & kForm) {
      case 0x00:
      case 0x04:
      case 0x0c: return from_unless_zero(from, number<std::uint64_t>());
      case 0x01: return from_unless_zero(from, variable());
      case 0x03: return from_unless_zero(from, number<std::uint32_t>());
      case 0x0b:
        return from_unless_zero(from, static_cast<std::uint64_t>(std::int64_t{number<std::int32_t>()}));
      default: broken_ = true; return 0;
    }
  }
  void skip(std::uint64_t bytes) {
    if (bytes > left_.size()) {
      broken_ = true;
      bytes = left_.size();
    }
    left_ = left_.subspan(bytes);
    address_ += bytes;
  }
  std::string text() {
    std::string found;
    while (const char c = number<char>()) found += c;
    return found;
  }

 private:
  static std::uint64_t from_unless_zero(std::uint64_t from, std::uint64_t n) { return n == 0 ? 0 : from + n; }

  std::uint64_t address_;
  std::span<const std::uint8_t> left_;
  bool broken_ = false;
};

// The entry of the last function that does not begin after the address: the index is sorted. 0: there is none.
std::uint64_t entry_for(const FunctionCode& index, std::uint64_t address) {
  constexpr std::size_t kHeader = 12, kEntry = 8;
  constexpr std::uint8_t kCount = 0x03, kDistances = 0x3b;  // udata4; datarel and sdata4
  const auto& bytes = index.bytes;
  if (bytes.size() < kHeader || bytes[0] != 1 || bytes[2] != kCount || bytes[3] != kDistances) return 0;
  const auto distance = [&](std::size_t at) {
    std::int32_t n = 0;
    std::memcpy(&n, bytes.data() + at, sizeof n);
    return index.address + static_cast<std::uint64_t>(std::int64_t{n});
  };
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 8, sizeof count);
  if (kHeader + count * kEntry > bytes.size()) return 0;
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    (distance(kHeader + middle * kEntry) <= address ? low : high) =
        distance(kHeader + middle * kEntry) <= address ? middle + 1 : middle;
  }
  return low == 0 ? 0 : distance(kHeader + (low - 1) * kEntry + 4);
}

// What the entries of some functions have in common.
struct Common {
  std::uint8_t code_pointers = 0, exception_pointers = kOmitted;
  bool has_size = false;  // of what is added to an entry
};

std::optional<Common> read_common(const CodeFile& file, std::uint64_t address) {
  TableReader table(file, address);
  const auto length = table.number<std::uint32_t>();
  if (length == UINT32_MAX || table.number<std::uint32_t>() != 0) return std::nullopt;
  const auto version = table.number<std::uint8_t>();
  const std::string added = table.text();
  table.variable();  // alignments
  table.variable();
  if (version == 1) {
    table.number<std::uint8_t>();
  } else {
    table.variable();
  }
  Common common;
  common.has_size = added.starts_with('z');
  if (!added.empty() && !common.has_size) return std::nullopt;
  if (common.has_size) table.variable();
  for (const char what : added) {
    if (what == 'R') common.code_pointers = table.number<std::uint8_t>();
    if (what == 'L') common.exception_pointers = table.number<std::uint8_t>();
    if (what == 'P') {
      const auto form = table.number<std::uint8_t>();
      table.pointer(static_cast<std::uint8_t>(form & ~kIndirect));
    }
    if (std::string_view("zRLPSB").find(what) == std::string_view::npos) return std::nullopt;
    if (what == 'S') return std::nullopt;  // the frame of a signal
  }
  return table.broken() ? std::nullopt : std::optional(common);
}

bool read_pads(const CodeFile& file, std::uint64_t address, UnwoundCode& code) {
  TableReader table(file, address);
  const auto base_form = table.number<std::uint8_t>();
  std::uint64_t base = code.begin;
  if (base_form != kOmitted) base = table.pointer(base_form);
  if (table.number<std::uint8_t>() != kOmitted) table.variable();  // types
  const auto form = table.number<std::uint8_t>();
  const std::uint64_t size = table.variable();
  const std::uint64_t end = table.address() + size;
  while (table.address() < end && !table.broken()) {
    const std::uint64_t first = code.begin + table.pointer(form);
    const std::uint64_t length = table.pointer(form);
    const std::uint64_t pad = table.pointer(form);
    table.variable();  // what to do there
    if (pad != 0) code.pads.push_back({first, first + length, base + pad});
  }
  return !table.broken();
}

}  // namespace

std::optional<UnwoundCode> unwound_code(const CodeFile& file, std::uint64_t address) {
  const std::uint64_t entry = entry_for(file.unwinding_index(), address);
  if (entry == 0) return std::nullopt;
  TableReader table(file, entry);
  const auto length = table.number<std::uint32_t>();
  if (length == UINT32_MAX) return std::nullopt;
  const std::uint64_t end = table.address() + length;
  const std::uint64_t here = table.address();
  const auto common = read_common(file, here - table.number<std::uint32_t>());
  if (!common) return std::nullopt;
  UnwoundCode code;
  code.begin = table.pointer(common->code_pointers);
  code.end = code.begin + table.pointer(common->code_pointers & kForm);
  const std::uint64_t added = common->has_size ? table.variable() : 0;
  const std::uint64_t instructions = table.address() + added;
  const std::uint64_t pads =
      common->exception_pointers == kOmitted ? 0 : table.pointer(common->exception_pointers);
  if (table.broken() || address < code.begin || address >= code.end) return std::nullopt;
  // A function begins as all do; a part of one has to say at once what is on its stack.
  table.skip(instructions - table.address());
  if (table.address() < end) {
    const auto first = table.number<std::uint8_t>();
    const bool moves_on = first == 0 || (first >= 0x02 && first <= 0x04) || (first >> 6) == 1;
    code.is_part = !moves_on;
  }
  if (pads != 0 && !read_pads(file, pads, code)) return std::nullopt;
  return table.broken() ? std::nullopt : std::optional(std::move(code));
}

}  // namespace linnet
