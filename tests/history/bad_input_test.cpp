// Every kind of bad input has one message: where, what was found, what was expected.
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

#include "support.hpp"

namespace linnet {
namespace {

struct Case {
  std::string text, message;
  std::string format = "";
};

void expect_messages(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    ReadOptions options;
    options.format = c.format;
    EXPECT_EQ(error_of(c.text, options), c.message) << c.text.substr(0, 200);
  }
}

TEST(BadInput, NoHistoryAtAll) {
  expect_messages({
      {"", "h: is empty, expected a history"},
      {" \n\n", "h: is empty, expected a history"},
      {"hello\n",
       "h:1: found 'hello', expected a history in one of the formats violat, native, binary, edn, limo, "
       "fptlin, "
       "polylin, "
       "fastlin, jepsen-log"},
      {"x",
       "found the format csv, expected one of violat, native, binary, edn, limo, fptlin, polylin, fastlin, "
       "jepsen-log",
       "csv"},
  });
}

TEST(BadInput, NativeText) {
  const std::string call = R"({"type":"call","thread":0,"op":"enq","args":[1]})"
                           "\n";
  expect_messages({
      {call + R"({"type":"return","thread":0 "result":null})",
       "h:2:29: found '\"result\":nul', expected ',' or '}'"},
      {call + R"({"type":"return","thr)",
       "h:2:22: the line ends here, expected '\"' at the end of the string; is the file truncated?"},
      {call + R"({"type":"return","thr)" + "\n",
       "h:2:22: the line ends here, expected '\"' at the end of the string"},
      {call + "[1]", "h:2:1: found an array, expected an object"},
      {call + "{\"type\":\"re\xff\"}", "h:2:12: found the byte 0xff, expected UTF-8"},
      {"{\"type\":\"call\",\"thread\":0,\"op\":\"a\xc3\x28\"}",
       "h:1:34: found the byte 0xc3, expected UTF-8"},
      {R"({"type":"call","thread":0,"op":"a","args":[01]})",
       "h:1:44: found '01]}', expected a number without leading zeros"},
      {R"({"type":"call","thread":0,"op":"a","args":[99999999999999999999]})",
       "h:1:1: cannot read this JSON: Problem while parsing a number"},
      {R"({"type":"call","thread":0,"op":"a","args":[1e999]})",
       "h:1:1: cannot read this JSON: Problem while parsing a number"},
      {"{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}",
       "h:1:505: found '[[[[[[[[[[[[', expected at most 500 levels of nesting"},
      {"{\"a\":" + std::string(100'000, '['),
       "h:1:505: found '[[[[[[[[[[[[', expected at most 500 levels of nesting"},
  });
}

TEST(BadInput, NativeMembers) {
  expect_messages({
      {R"({"type":"begin","thread":0})",
       R"(h:1:9: "type" is "begin", expected "call", "return", "crash" or "stuck")"},
      {R"({"type":1})", R"(h:1:9: "type" is an integer, expected "call", "return", "crash" or "stuck")"},
      {R"({"type":"call","op":"enq"})", "h:1:1: found a call without \"thread\""},
      {R"({"type":"call","thread":0})", "h:1:1: found a call without \"op\""},
      {R"({"type":"return","thread":0})", "h:1:1: found a return without \"result\""},
      {R"({"op":"enq","args":[1]})", "h:1:1: found an operation without \"thread\""},
      {R"({"thread":0})", "h:1:1: found neither \"type\" nor \"op\", expected an event or an operation"},
      {R"({"type":"call","thread":0.5,"op":"a"})",
       "h:1:25: \"thread\" is a number with a fraction or exponent, expected an integer or a string"},
      {R"({"type":"call","thread":0,"op":7})", "h:1:32: \"op\" is an integer, expected a string"},
      {R"({"type":"call","thread":0,"op":"a","args":1})",
       "h:1:43: \"args\" is an integer, expected an array"},
      {R"({"thread":0,"op":"a","result":1,"after":["x"]})",
       "h:1:41: \"after\" is an array, expected an array of integers"},
      {R"({"thread":0,"op":"a","result":1,"call":18446744073709551615})",
       "h:1:40: \"call\" is an integer that needs more than 63 bits, expected an integer"},
      {R"({"type":"call","thread":0,"thread":1,"op":"a"})",
       "h:1:36: found \"thread\" a second time in one line"},
      {R"({"linnet":2})", "h:1:1: the format's version is 2, expected 1: a newer Linnet wrote this"},
      {"{\"type\":\"crash\"}\n{\"linnet\":1}",
       "h:2:1: found the header {\"linnet\":1, ...}, expected it on the first line only"},
  });
}

TEST(BadInput, NotAHistory) {
  const std::string call = R"({"type":"call","thread":0,"op":"enq","args":[1]})"
                           "\n";
  expect_messages({
      {R"({"type":"return","thread":0,"result":1})", "h:1:1: thread 0 returns without having called"},
      {call + call, "h:2:1: thread 0 calls enq while its call of enq (line 1) has not returned"},
      {"{\"type\":\"stuck\"}\n" + call,
       "h:2:1: found a line after {\"type\":\"stuck\"}, which must be the last one"},
      {call + R"({"thread":0,"op":"a","result":1})",
       "h:2:1: found a whole operation, expected call and return events as on the lines before"},
      {"{\"thread\":0,\"op\":\"a\",\"result\":1}\n" + call,
       "h:2:1: found an event, expected whole operations as on the lines before"},
      {R"({"thread":0,"op":"a","result":1,"call":5,"return":3})",
       "h:1:1: the operation returns at 3, before its call at 5"},
      {R"({"thread":0,"op":"a","result":1,"call":5})", "h:1:1: found a result, but no time of return"},
      {R"({"thread":0,"op":"a","call":5,"return":6})", "h:1:1: found a time of return, but no result"},
      {R"({"thread":0,"op":"a","result":1,"return":6})",
       "h:1:1: found a time of return without a time of call"},
      {R"({"thread":0,"op":"a","result":1,"call":-9223372036854775808,"return":6})",
       "h:1:1: the time -9223372036854775808 is out of range"},
      {R"({"id":1,"thread":0,"op":"a","result":1,"after":[7]})",
       "h:1:1: found \"after\" id 7, but no operation has that id"},
      {"{\"id\":1,\"thread\":0,\"op\":\"a\",\"result\":1,\"after\":[2]}\n"
       "{\"id\":2,\"thread\":1,\"op\":\"a\",\"result\":1,\"after\":[1]}",
       "h:1:1: this operation comes before itself: \"after\", times and the order of threads form a cycle"},
      {"{\"id\":1,\"thread\":0,\"op\":\"a\",\"result\":1}\n{\"id\":1,\"thread\":1,\"op\":\"a\",\"result\":1}",
       "h:2:1: found id 1 a second time; it is that of line 1 already"},
      {"{\"thread\":0,\"op\":\"a\",\"result\":1,\"call\":1,\"return\":5}\n"
       "{\"thread\":0,\"op\":\"b\",\"result\":1,\"call\":4,\"return\":8}",
       "h:2:1: thread 0 calls b at 4, while its call of a (line 1) has not returned"},
      {"{\"thread\":0,\"op\":\"a\",\"call\":1}\n{\"thread\":0,\"op\":\"b\",\"result\":1,\"call\":4,"
       "\"return\":8}",
       "h:2:1: thread 0 calls b at 4, while its call of a (line 1) has not returned"},
  });
}

TEST(BadInput, Edn) {
  expect_messages({
      {"{:process 0, :type :invoke, :f :read", "h:1:37: the text ends here, expected '}'"},
      {"[{:process 0, :type :invoke, :f :read}\n",
       "h:2:1: the text ends here, expected ']' after the last map; is the file truncated?"},
      {"{:process 0, :type :begin, :f :read}",
       "h:1:20: found ':begin, :f :', expected :invoke, :ok, :fail or :info"},
      {"{:type :invoke, :f :read}", "h:1:1: found a map without :process"},
      {"{:process 0, :f :read}", "h:1:1: found a map without :type"},
      {"{:process 0, :type :invoke}", "h:1:1: found a map without :f"},
      {"{:process [1], :type :invoke}", "h:1:11: found '[1], :type :', expected an integer or a keyword"},
      {"{:process 0, :type :invoke, :f :read}\n  17",
       "h:2:3: found '17', expected a map {:process ..., :type ..., :f ..., :value ...}"},
      {"[{:process 0, :type :invoke, :f :read} {:process 1, :type :ok, :f :read}]",
       "h:1:40: thread 1 returns without having called"},
      {"{:process 0, :type :ok, :f :read, :value 1}", "h:1:1: thread 0 returns without having called"},
      {"{:process 0, :type :invoke, :f :w, :value \"\\q\"}",
       "h:1:45: found 'q\"}', expected one of n t r b f \" \\ or u and four hexadecimal digits"},
      {"{:process 0, :type :invoke, :f :w, :value 18446744073709551616}",
       "h:1:43: found '184467440737', expected an integer of at most 64 bits"},
      {"{:process 0, :type :invoke, :f :w, :value \"\xff\"}", "h:1:44: found the byte 0xff, expected UTF-8"},
      {"{:process 0, :type :invoke, :f :w, :value " + std::string(100'000, '['),
       "h:1:544: found '[[[[[[[[[[[[', expected at most 500 levels of nesting"},
      {"{:process 0, :x " + std::string(100'000, '['),
       "h:1:518: found '[[[[[[[[[[[[', expected at most 500 levels of nesting"},
      {"{:process 0, :type}", "h:1:19: found '}', expected a value for this key"},
  });
}

TEST(BadInput, OtherFormats) {
  const std::string limo = "# @object atomic-queue\n";
  expect_messages({
      {limo + "[1] call", "h:2:9: the line ends here, expected the name of a method"},
      {limo + "[1] begin x", "h:2:5: found 'begin', expected call, return or crash"},
      {limo + "1 call x", "h:2:1: found '1 call x', expected [number] call ... or return"},
      {limo + "[1] call add(1", "h:2:13: found '(1', expected an argument in parentheses"},
      {limo + "[1] return 2", "h:2:1: thread 1 returns without having called"},
      {"# queue\nenq 1 2", "h:2:1: found 3 columns, expected method, value, start, end"},
      {"# queue\nenq x 2 3", "h:2:5: found 'x', expected an integer"},
      {"# queue\nenq 99999999999999999999 2 3",
       "h:2:5: found '99999999999999999999', expected an integer of at most 64 bits"},
      {"# queue\nenq 1 5 3", "h:2:1: the operation returns at 3, before its call at 5"},
      {"# queue\npush 1 2 3", "h:2:1: found 'push', expected a method of a queue: enq, deq, peek"},
      {"# set\ncontains 1 2 3", "h:2:1: found 1 values for contains"},
      {"# set\ncontains 1 2 3 4", "h:2:12: found '2', expected 0 or 1"},
      {"enq 1 2 3", "h:1:1: found 'enq', expected a first line \"# queue\" or the like", "fastlin"},
      {"# semaphore\n0 1 2 INCR 0", "h:2:12: found '0', expected 1: a release always succeeds"},
      {"# queue\n0 1 2 ENQ", "h:2:1: found 4 columns, expected process, start, end, method, value", "fptlin"},
      {"# queue\n0 1 4 ENQ 1\n0 3 5 ENQ 2",
       "h:3:1: thread 0 calls enq at 3, while its call of enq (line 2) has not returned"},
      {"x - 0\t:invoke\t:read\t[1", "h:1:23: the text ends here, expected ']'"},
      {"nothing", "h: found no line like \"... - 0<tab>:invoke<tab>:read<tab>nil\"", "jepsen-log"},
      {"{\"schema\":{}}", "h: found no string schema.class"},
      {"{\"schema\":{\"class\":\"Map\"}", "h:1:26: the line ends here, expected ',' or '}'"},
      {"{\"schema\":{\"class\":\"Map\"},\"events\":[{\"kind\":\"call\"}]}",
       "h: event 1: found no integer \"sid\""},
      {R"({"schema":{"class":"M"},"events":[{"kind":"return","sid":0,"invocation":{"method":{"name":"g"}},"value":"1"}]})",
       "h: event 1: session 0 returns without having called"},
  });
}

TEST(BadInput, LinesMayNotBeEndless) {
  const std::string line(100'000'000, 'x');
  EXPECT_EQ(error_of("{\"type\":\"stuck\"\n" + line, {}), "h:1:16: the line ends here, expected ',' or '}'");
  EXPECT_EQ(error_of("{\"type\":\"crash\"}\n" + line),
            "h:2: this line is longer than 67108864 bytes, expected one short line per event");
  ReadOptions edn;
  edn.format = "edn";
  EXPECT_EQ(error_of("[\n\"" + line, edn),
            "h:2:1: found '\"xxxxxxxxxxx', expected a map {:process ..., :type ..., :f ..., :value ...}");
  EXPECT_EQ(error_of("[{:process \"" + line, edn),
            "h:1:2: this form is longer than 67108864 bytes, expected a map for each event");
}

TEST(BadInput, TheTailIsIgnoredOnRequest) {
  const std::string good = "{\"type\":\"call\",\"thread\":0,\"op\":\"read\",\"args\":[]}\n";
  ReadOptions options;
  options.ignore_tail = true;
  for (const char* bad :
       {"{\"type\":\"ret", "{\"type\":\"return\",\"thread\":7,\"result\":1}\n", "nonsense\n"}) {
    EXPECT_NE(error_of(good + bad), "no error") << bad;
    const History history = read_text(good + bad + "\n" + good, options);
    ASSERT_EQ(history.size(), 1u) << bad;
    EXPECT_FALSE(history.operations[0].completed());
  }
  const std::string timed = R"({"id":0,"thread":0,"op":"read","args":[],"result":1,"call":0,"return":5})";
  EXPECT_NE(error_of(timed + "\nnonsense\n", options), "no error") << "what is missing may have come earlier";
}

TEST(BadInput, Files) {
  const auto message = [](const std::string& path) {
    try {
      read_history(path);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message("/nowhere/h.jsonl"), "/nowhere/h.jsonl: cannot open: No such file or directory");
  EXPECT_EQ(message("/tmp"), "/tmp: is a directory, expected a file with a history");
  const std::string path = testing::TempDir() + "linnet-unreadable";
  std::fclose(std::fopen(path.c_str(), "w"));
  EXPECT_EQ(message(path), path + ": is empty, expected a history");
  chmod(path.c_str(), 0);
  if (geteuid() != 0) {
    EXPECT_EQ(message(path), path + ": cannot open: Permission denied");
  }
  unlink(path.c_str());
}

}  // namespace
}  // namespace linnet
