// Parses one line of a native history file.
//
// There are two parsers, and they agree (tests/history/native_line_test.cpp):
//   parse_short_line  by hand, for lines that are an object of known members with short plain values or lists
//                     of these, in any order and spacing; it declines everything else;
//   parse_any_line    with simdjson, for every line, and with a message for wrong ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/formats/json.hpp"
#include "history/model/history.hpp"
#include "linnet/value.hpp"

namespace linnet {

// The members that a line may have. Others are annotations.
enum class Member : std::uint8_t {
  type,
  thread,
  op,
  args,
  result,
  object,  // events and operations
  id,
  call,
  ret,
  after,  // only operations
  linnet,
  spec,
  initial,
  lanes,  // the first line
};
std::string_view name_of(Member member);

struct NativeLine {
  enum class Type : std::uint8_t { call, ret, crash, stuck };

  std::uint32_t present = 0;  // one bit per Member
  Type type = Type::call;
  std::string_view op, spec;  // valid as long as the line, and until the next one is parsed
  Value thread, result, object, initial;
  std::int64_t id = 0, call = 0, ret = 0, linnet = 0;
  bool lanes = false;
  std::vector<Value> args;
  std::vector<std::int64_t> after;
  std::vector<Annotation> annotations;

  bool has(Member m) const { return (present >> static_cast<unsigned>(m) & 1) != 0; }
  // Returns false if it was there already.
  bool add(Member m) {
    const bool fresh = !has(m);
    present |= 1u << static_cast<unsigned>(m);
    return fresh;
  }
  void clear() {
    present = 0;
    thread = result = object = initial = Value();
    args.clear();
    after.clear();
    annotations.clear();
  }
};

// REQUIRES for both: after the line comes its end ("\n", "\r\n" or 0), and Input::kPadding bytes are
// readable.
bool parse_short_line(std::string_view line, NativeLine& out);

// Copies the data of a native file's header line. REQUIRES: it has Member::linnet, of version 1.
class HistoryBuilder;
void apply_header(const NativeLine& line, HistoryBuilder& builder);

// What is wrong with a line, and where: columns count from 1.
struct LineFault {
  std::size_t column;
  std::string what;
};

class LineParser {
 public:
  std::optional<LineFault> parse_any_line(std::string_view line, NativeLine& out);

 private:
  simdjson::dom::parser parser_ = make_json_parser();
};

}  // namespace linnet
