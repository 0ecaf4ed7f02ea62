// The two parsers of native lines agree on every line that the fast one does not decline.
#include "history/formats/native_line.hpp"

#include <random>
#include <vector>

#include "history/formats/input.hpp"
#include "support.hpp"

namespace linnet {
namespace {

std::string describe(const NativeLine& line) {
  std::string out = std::to_string(line.present);
  if (line.has(Member::type)) out += " type " + std::to_string(static_cast<int>(line.type));
  if (line.has(Member::thread)) out += " thread " + line.thread.to_json();
  if (line.has(Member::op)) out += " op " + std::string(line.op);
  for (const Value v : line.args) out += " arg " + v.to_json();
  if (line.has(Member::result)) out += " result " + line.result.to_json();
  if (line.has(Member::object)) out += " object " + line.object.to_json();
  if (line.has(Member::id)) out += " id " + std::to_string(line.id);
  if (line.has(Member::call)) out += " call " + std::to_string(line.call);
  if (line.has(Member::ret)) out += " ret " + std::to_string(line.ret);
  for (const std::int64_t id : line.after) out += " after " + std::to_string(id);
  if (line.has(Member::linnet)) out += " linnet " + std::to_string(line.linnet);
  if (line.has(Member::spec)) out += " spec " + std::string(line.spec);
  if (line.has(Member::initial)) out += " initial " + line.initial.to_json();
  if (line.has(Member::lanes)) out += line.lanes ? " lanes" : " no lanes";
  return out;
}

// Runs both on a padded copy. Returns whether the fast one accepted the line.
bool parse_both(const std::string& text) {
  static LineParser parser;
  std::string padded = text;
  padded.append(Input::kPadding, '\0');
  const std::string_view line(padded.data(), text.size());
  NativeLine fast, slow;
  if (!parse_short_line(line, fast)) return false;
  const auto fault = parser.parse_any_line(line, slow);
  EXPECT_FALSE(fault.has_value()) << text << "\n" << fault->what;
  EXPECT_EQ(describe(fast), describe(slow)) << text;
  return true;
}

std::string random_scalar(std::mt19937& random) {
  const std::vector<std::string> scalars = {"null",
                                            "true",
                                            "false",
                                            "0",
                                            "-1",
                                            "12345",
                                            "\"\"",
                                            "\"a b\"",
                                            "\"x\\n\"",
                                            "1.5",
                                            "1e3",
                                            "01",
                                            "-",
                                            "999999999999999999",
                                            "1000000000000000000",
                                            "9223372036854775808",
                                            "[1]",
                                            "{}",
                                            "\"\xc3\xa9\"",
                                            "tru",
                                            "-0",
                                            "\"\xff\""};
  return scalars[random() % scalars.size()];
}

std::string random_line(std::mt19937& random) {
  const std::vector<std::string> names = {"type",    "thread", "op",     "args",  "result", "object",
                                          "id",      "call",   "return", "after", "linnet", "spec",
                                          "initial", "lanes",  "other",  "ty"};
  const std::vector<std::string> types = {"\"call\"", "\"return\"", "\"crash\"", "\"stuck\"", "\"cal\""};
  const std::vector<std::string> blanks = {"", "", "", " ", "  ", "\t"};
  const auto blank = [&] { return blanks[random() % blanks.size()]; };
  std::string line = blank() + "{";
  const unsigned members = random() % 6;
  for (unsigned i = 0; i < members; ++i) {
    const std::string& name = names[random() % names.size()];
    if (i > 0) line += ",";
    line += blank() + "\"" + name + "\"" + blank() + ":" + blank();
    if (name == "type") {
      line += types[random() % types.size()];
    } else if ((name == "args" || name == "after") && random() % 8 != 0) {
      line += "[" + blank();
      for (unsigned k = random() % 4; k-- > 0;) line += random_scalar(random) + blank() + (k > 0 ? "," : "");
      line += "]";
    } else {
      line += random_scalar(random);
    }
    line += blank();
  }
  return line + "}" + blank();
}

TEST(NativeLine, CanonicalLinesTakeTheFastPath) {
  for (const char* line :
       {R"({"type":"call","thread":3,"op":"enq","args":[12345]})",
        R"({"type": "return", "thread": 3, "result": null})", R"({"type":"stuck"})",
        R"({"id":1,"thread":"a","op":"put","args":["k",-1],"result":true,"after":[0,2]})",
        R"({"thread":0,"op":"deq","args":[],"result":7,"call":-5,"return":9,"object":"q"})",
        R"({"linnet":1,"spec":"queue","initial":0,"lanes":true})"}) {
    EXPECT_TRUE(parse_both(line)) << line;
  }
}

TEST(NativeLine, ParsersAgreeOnRandomLines) {
  std::mt19937 random(1);
  std::size_t fast = 0;
  const std::size_t rounds = cases(50'000);
  for (std::size_t i = 0; i < rounds; ++i) fast += parse_both(random_line(random)) ? 1 : 0;
  EXPECT_GT(fast, rounds / 100);
}

TEST(NativeLine, ParsersAgreeOnMutatedLines) {
  const std::vector<std::string> lines = {
      R"({"type":"call","thread":3,"op":"enq","args":[12345,"a"]})",
      R"({"type":"return","thread":3,"result":null})",
      R"({"id":1,"thread":1,"op":"deq","args":[],"result":1,"after":[0],"call":3,"return":4})"};
  const std::string alphabet = "\"\\{}[]:,0123456789-+.eEtrufalsn \t\xff\x01\xc3";
  std::mt19937 random(2);
  std::size_t fast = 0;
  for (std::size_t i = 0; i < cases(50'000); ++i) {
    std::string line = lines[random() % lines.size()];
    for (unsigned k = random() % 3 + 1; k-- > 0;) {
      const std::size_t at = random() % line.size();
      switch (random() % 3) {
        case 0: line[at] = alphabet[random() % alphabet.size()]; break;
        case 1: line.erase(at, 1); break;
        default: line.insert(at, 1, alphabet[random() % alphabet.size()]); break;
      }
    }
    fast += parse_both(line) ? 1 : 0;
  }
  EXPECT_GT(fast, cases(1000));
}

}  // namespace
}  // namespace linnet
