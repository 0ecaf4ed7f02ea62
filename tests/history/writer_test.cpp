// Written histories are read back: random histories of every kind through all writers.
#include "history/formats/writer.hpp"

#include <random>
#include <vector>

#include "history/model/history_builder.hpp"
#include "support.hpp"

namespace linnet {
namespace {

Value random_value(std::mt19937& random, int depth = 0) {
  switch (random() % (depth < 2 ? 9 : 7)) {
    case 0: return Value();
    case 1: return Value(random() % 2 == 0);
    case 2: return Value(static_cast<int>(random() % 20) - 10);
    case 3: return Value(std::numeric_limits<std::int64_t>::max());
    case 4: return Value(1.5);
    case 5: return Value("a\"\\\n\x01 \xc3\xa9");
    case 6: return Value("");
    case 7: return Value::array({random_value(random, depth + 1), random_value(random, depth + 1)});
    default: {
      const std::vector<Value::Member> members = {{"k", random_value(random, depth + 1)}, {":", Value(1)}};
      return Value::object(members);
    }
  }
}

const std::vector<std::string> kMethods = {"read", "write", "cas", "lock", "get",
                                           "swap", "a b",   "enq", "deq"};

std::vector<Value> random_args(std::mt19937& random) {
  std::vector<Value> args;
  for (unsigned n = random() % 4; n-- > 0;) args.push_back(random_value(random));
  return args;
}

History random_events(std::mt19937& random, bool everything) {
  HistoryBuilder b("h");
  for (unsigned steps = random() % 30; steps-- > 0;) {
    const ThreadId t = b.thread(random() % 3 == 0 ? Value("t#1") : Value(random() % 3));
    if (everything && random() % 12 == 0) {
      b.crash(random() % 2 == 0 ? std::optional(t) : std::nullopt, 0);
    } else if (b.has_open_call(t)) {
      b.ret(t, random_value(random), 0);
    } else {
      b.call(t, b.method(kMethods[random() % kMethods.size()]), random_args(random),
             b.object(everything && random() % 2 == 0 ? Value("o") : Value()), 0);
    }
  }
  if (everything && random() % 4 == 0) b.stuck(0);
  if (random() % 2 == 0) b.header().spec = "register";
  if (random() % 2 == 0) b.header().initial = random_value(random);
  return b.finish();
}

TEST(Writers, NativeAndBinaryRoundTrip) {
  std::mt19937 random(1);
  for (std::size_t i = 0; i < cases(2000); ++i) {
    const History h = random_events(random, true);
    SCOPED_TRACE(write_history_to_text(h));
    for (const char* const format : {"native", "binary"}) {
      const History again = read_text(write_history_to_text(h, format));
      expect_same(h, again);
      expect_same_header(h, again);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Writers, EdnRoundTrip) {
  std::mt19937 random(2);
  for (std::size_t i = 0; i < cases(2000); ++i) {
    const History h = random_events(random, false);
    const std::string text = write_history_to_text(h, "edn");
    SCOPED_TRACE(text);
    ReadOptions options;
    options.format = "edn";
    const History again = read_text(text, options);
    expect_same(h, again);
    expect_same_header(h, again);
    if (HasFatalFailure()) return;
  }
}

TEST(Writers, PartialOrderRoundTrip) {
  std::mt19937 random(3);
  std::size_t explicit_orders = 0;
  for (std::size_t i = 0; i < cases(2000); ++i) {
    std::string text;
    const unsigned n = 1 + random() % 7;
    for (unsigned id = 0; id < n; ++id) {
      text += "{\"id\":" + std::to_string(id) + ",\"thread\":" + std::to_string(id) +
              ",\"op\":\"m\",\"result\":1,\"after\":[";
      const char* separator = "";
      for (unsigned a = 0; a < id; ++a) {
        if (random() % 3 == 0) text += separator + std::to_string(a), separator = ",";
      }
      text += "]}\n";
    }
    const History h = read_text(text);
    explicit_orders += h.order ? 1 : 0;
    SCOPED_TRACE(text);
    expect_same(h, read_text(write_history_to_text(h)));
    expect_same(h, read_text(write_history_to_text(h, "binary")));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(explicit_orders, cases(50));
}

TEST(Writers, EdnRefusesWhatItCannotSay) {
  const History crash = read_text("{\"type\":\"crash\"}");
  try {
    write_history_to_text(crash, "edn");
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "EDN cannot say crashes, expected the native format for this history");
  }
}

// The report at the bottom of Line-Up's Figure 7, with our names of the methods.
TEST(Writer, WritesTheNotationOfFigure7) {
  const char* const calls =
      R"({"type":"call","thread":0,"op":"enq","args":[200]}
{"type":"call","thread":1,"op":"take","args":[]}
{"type":"return","thread":0,"result":null}
{"type":"call","thread":0,"op":"enq","args":[400]}
{"type":"return","thread":1,"result":200}
{"type":"return","thread":0,"result":null}
{"type":"call","thread":1,"op":"take","args":[]}
)";
  const std::string head = R"(<thread id="A">1 2</thread>
<thread id="B">3 4B</thread>
<op id="1" name="enq">value="200"</op>
<op id="2" name="enq">value="400"</op>
<op id="3" name="take">result="200"</op>
<op id="4" name="take" />
)";
  EXPECT_EQ(write_history_to_text(read_text(calls), "observation"),
            head + "<history>1[ 3[ ]1 2[ ]3 ]2 4[</history>\n");
  EXPECT_EQ(write_history_to_text(read_text(std::string(calls) + R"({"type":"stuck"})"), "observation"),
            head + "<history>1[ 3[ ]1 2[ ]3 ]2 4[ #</history>\n");
  EXPECT_THROW(write_history_to_text(read_text(std::string(calls) + R"({"type":"crash"})"), "observation"),
               InputError);
}

}  // namespace
}  // namespace linnet
