// Tests each format by a small example, which is shown in the native format.

#include "support.hpp"

namespace linnet {
namespace {

// Without the quotes and braces that make the native format hard to read.
std::string shown(const History& h) {
  std::string text = write_history_to_text(h);
  std::erase_if(text, [](char c) { return c == '"' || c == '{' || c == '}'; });
  return text;
}

std::string shown(std::string_view text, const ReadOptions& options = {}) {
  return shown(read_text(text, options));
}

TEST(Readers, NativeEvents) {
  const std::string text =
      "{\"linnet\":1,\"spec\":\"queue\",\"initial\":[1]}\n"
      "{\"type\":\"call\",\"thread\":0,\"op\":\"enq\",\"args\":[1]}\n"
      "\n"
      "{\"type\":\"call\",\"thread\":\"t\\u00e9\",\"op\":\"deq\",\"args\":[],\"object\":\"q2\"}\r\n"
      "{\"type\":\"return\",\"thread\":0,\"result\":{\"a\":[1.5,null]}}\n"
      "{\"type\":\"crash\",\"thread\":0}\n{\"type\":\"crash\"}\n"
      "{\"type\":\"call\",\"thread\":0,\"op\":\"a\\\"b\",\"args\":[\"\",[2]]}\n{\"type\":\"stuck\"}";
  const History h = read_text(text);
  ASSERT_EQ(h.size(), 3u);
  EXPECT_EQ(h.header.spec, "queue");
  EXPECT_EQ(h.operations[1].status, Operation::Status::crashed);
  EXPECT_EQ(h.operations[1].line, 4u);
  EXPECT_EQ(h.operations[2].status, Operation::Status::pending);
  EXPECT_TRUE(h.stuck);
  EXPECT_EQ(h.crashes.size(), 2u);
  expect_same(h, read_text(write_history_to_text(h)));
  expect_same_header(h, read_text(write_history_to_text(h)));
}

TEST(Readers, NativeOperations) {
  EXPECT_EQ(shown("{\"thread\":0,\"op\":\"b\",\"args\":[],\"result\":2,\"call\":3,\"return\":9}\n"
                  "{\"thread\":1,\"op\":\"a\",\"args\":[1],\"result\":1,\"call\":0,\"return\":5}\n"
                  "{\"thread\":2,\"op\":\"c\",\"args\":[],\"call\":6}\n"),
            "linnet:1\n"
            "type:call,thread:1,op:a,args:[1]\n"
            "type:call,thread:0,op:b,args:[]\n"
            "type:return,thread:1,result:1\n"
            "type:call,thread:2,op:c,args:[]\n"
            "type:return,thread:0,result:2\n");
}

// Other members of a line are kept for reports, and decide nothing.
TEST(Readers, NativeAnnotations) {
  const auto annotations = [](const History& h, std::uint32_t line) {
    std::string text;
    for (const Annotation& one : h.words->annotations.at(line))
      text += one.name + "=" + one.value.to_json() + " ";
    return text;
  };
  const History events = read_text(
      "{\"type\":\"call\",\"thread\":0,\"op\":\"a\",\"args\":[],\"host\":\"n1\",\"time\":1}\n"
      "{\"type\":\"call\",\"thread\":1,\"op\":\"a\",\"args\":[]}\n"
      "{\"type\":\"return\",\"thread\":1,\"result\":1,\"tries\":[2]}\n"
      "{\"type\":\"return\",\"thread\":0,\"result\":1,\"host\":\"n1\",\"time\":2}\n");
  EXPECT_EQ(annotations(events, 1), "host=\"n1\" time=1 time at return=2 ");
  EXPECT_EQ(annotations(events, 2), "tries=[2] ");
  const History operations = read_text(
      "{\"thread\":0,\"op\":\"b\",\"args\":[],\"result\":2,\"call\":3,\"return\":9,\"ok\":null}\n"
      "{\"thread\":1,\"op\":\"b\",\"args\":[],\"result\":2,\"call\":3,\"return\":9}\n");
  EXPECT_EQ(annotations(operations, 1), "ok=null ");
  EXPECT_EQ(operations.words->annotations.size(), 1u);
}

TEST(Readers, EdnInThreeLayouts) {
  const std::string expected =
      "linnet:1,spec:register,initial:null\n"
      "type:call,thread:1,op:read,args:[]\n"
      "type:call,thread:2,op:cas,args:[1,2]\n"
      "type:return,thread:1,result:null\n"
      "type:return,thread:2,result:true\n"
      "type:call,thread:1,op:write,args:[3]\n";
  EXPECT_EQ(shown("{:process 1, :type :invoke, :f :read, :value nil}\n"
                  "{:process 2, :type :invoke, :f :cas, :value [1 2]}\n"
                  "{:process :nemesis, :type :info, :f :start}\n"
                  "{:process 3, :type :invoke, :f :write, :value 9}\n"
                  "{:process 1, :type :ok, :f :read, :value nil}\n"
                  "{:process 3, :type :fail, :f :write, :value 9}\n"
                  "{:process 2, :type :ok, :f :cas, :value [1 2]}\n"
                  "{:process 1, :type :invoke, :f :write, :value 3}\n"
                  "{:process 1, :type :info, :f :write, :value 3, :error :timeout}\n"),
            expected);
  EXPECT_EQ(
      shown("; a comment\n[{:type :invoke, :f :read, :process 1}, {:type :invoke, :f :cas, :process 2, "
            ":value (1 2)}"
            "#_{:ignored 1} {:type :ok :f :read :process 1 :value nil}{:process 2, :type :ok, :f :cas}\n"
            "{:process 1, :type :invoke, :f :write, :value 3}]"),
      expected);
  EXPECT_EQ(
      shown("(#jepsen.history.Op{:process 1, ; here\n :type :invoke,\n  :f :read,\n :value nil, :time 12}\n"
            "{:process 2,\n :type :invoke, :f :cas, :value [1N +2], :error #{1 \"}\"}}\n"
            "{:process 1, :type :ok, :f :read, :value nil}\n{:process 2, :type :ok, :f :cas, :value [1 2]}\n"
            "{:process 1, :type :invoke, :f :write, :value 3}\n)\n"),
      expected);
}

TEST(Readers, JepsenProcessesAreRetiredAndGoOn) {
  EXPECT_EQ(
      shown(
          "{:process 1, :type :invoke, :f :write, :value 1}\n{:process 1, :type :info, :f :write}\n"
          "{:process 1, :type :invoke, :f :write, :value 2}\n{:process 1, :type :ok, :f :write, :value 2}\n"),
      "linnet:1,spec:register,initial:null\n"
      "type:call,thread:1,op:write,args:[1]\n"
      "type:call,thread:1#2,op:write,args:[2]\n"
      "type:return,thread:1#2,result:null\n");
}

TEST(Readers, JepsenFailuresMayBeResults) {
  const std::string text =
      "INFO  jepsen.util - 0\t:invoke\t:cas\t[1 2]\nINFO  jepsen.util - 0\t:fail\t:cas\t[1 2]\n"
      "WARN something else: 17\n"
      "INFO  jepsen.util - 0   :invoke :read   nil\nINFO  jepsen.util - :nemesis\t:info\t:start\tnil\n"
      "INFO  jepsen.util - 0\t:fail\t:read\t:timed-out\n"
      "INFO  jepsen.util - 4\t:invoke\t:write\t4\nINFO  jepsen.util - 4\t:info\t:write\t:timed-out\n";
  EXPECT_EQ(shown(text),
            "linnet:1,spec:register,initial:null\n"
            "type:call,thread:4,op:write,args:[4]\n");
  ReadOptions options;
  options.fail_is_result = {"cas"};
  EXPECT_EQ(shown(text, options),
            "linnet:1,spec:register,initial:null\n"
            "type:call,thread:0,op:cas,args:[1,2]\n"
            "type:return,thread:0,result:false\n"
            "type:call,thread:4,op:write,args:[4]\n");
}

TEST(Readers, KeyValueLogs) {
  EXPECT_EQ(shown("{:process 0, :type :invoke, :f :append, :key \"0\", :value \"x\"}\n"
                  "{:process 0, :type :ok, :f :append, :key \"0\", :value \"x\"}\n"
                  "{:process 0, :type :invoke, :f :get, :key \"0\", :value nil}\n"
                  "{:process 0, :type :ok, :f :get, :key \"0\", :value \"x\"}\n"),
            "linnet:1,spec:kv\n"
            "type:call,thread:0,op:append,args:[0,x]\ntype:return,thread:0,result:null\n"
            "type:call,thread:0,op:get,args:[0]\ntype:return,thread:0,result:x\n");
}

TEST(Readers, Limo) {
  EXPECT_EQ(shown("# some words\n# @object atomic-stack\n\n  [1] call push(?<0,1>)\n[1] return\n[2] call "
                  "pop(?<0,1>)\n"
                  "[2] return\n[1] call remove\n[1] return empty\n[1] call add 3\n[1] call pop()\n"),
            "linnet:1,spec:stack\n"
            "type:call,thread:1,op:push,args:[?<0,1>]\ntype:return,thread:1,result:null\n"
            "type:call,thread:2,op:pop,args:[]\ntype:return,thread:2,result:?<0,1>\n"
            "type:call,thread:1,op:pop,args:[]\ntype:return,thread:1,result:null\n"
            "type:call,thread:1,op:push,args:[3]\n"
            "type:call,thread:1#2,op:pop,args:[]\n");
  // Numbers that name operations: lanes replace threads.
  EXPECT_EQ(
      shown("# @object atomic-queue\n[1] call add(1)\n[2] call remove\n[1] return\n[3] call remove\n[2] "
            "return 1\n"),
      "linnet:1,spec:queue,lanes:true\n"
      "type:call,thread:0,op:enq,args:[1]\ntype:call,thread:1,op:deq,args:[]\n"
      "type:return,thread:0,result:null\ntype:call,thread:0,op:deq,args:[]\ntype:return,thread:1,result:1\n");
}

TEST(Readers, Columns) {
  const std::string expected =
      "linnet:1,spec:pqueue,lanes:true\n"
      "type:call,thread:0,op:insert,args:[5]\ntype:call,thread:1,op:peekMax,args:[]\n"
      "type:return,thread:0,result:null\ntype:return,thread:1,result:5\n"
      "type:call,thread:0,op:deqMax,args:[]\ntype:return,thread:0,result:null\n";
  EXPECT_EQ(shown("# priorityqueue\npoll -1 8 9\ninsert 5 -1 3\npeek 5 2 4"), expected);
  EXPECT_EQ(shown("# pqueue\n1 poll -1 8 9\n2 insert 5 -1 3\n\n3 peek 5 2 4\n"), expected);
  const std::string set =
      "linnet:1,spec:set,lanes:true\n"
      "type:call,thread:0,op:add,args:[2]\ntype:return,thread:0,result:true\n"
      "type:call,thread:0,op:contains,args:[2]\ntype:return,thread:0,result:false\n";
  EXPECT_EQ(shown("# set\ninsert 2 1 3\ncontains_false 2 4 5\n"), set);
  EXPECT_EQ(shown("# set\ninsert 2 1 1 3\ncontains 2 false 4 5\n"), set);
}

TEST(Readers, Fptlin) {
  EXPECT_EQ(
      shown("# rmw\n7 1 10 READ_MODIFY_WRITE 0 2"),
      "linnet:1,spec:register\ntype:call,thread:7,op:cas,args:[0,2]\ntype:return,thread:7,result:true\n");
  EXPECT_EQ(shown("# semaphore\n0 0 2 INCR 1\n1 3 4 DECR 1\n0 5 6 DECR 0"),
            "linnet:1,spec:semaphore\n"
            "type:call,thread:0,op:inc,args:[]\ntype:return,thread:0,result:null\n"
            "type:call,thread:1,op:try_dec,args:[]\ntype:return,thread:1,result:true\n"
            "type:call,thread:0,op:try_dec,args:[]\ntype:return,thread:0,result:false\n");
}

TEST(Readers, TiesAreTheReadersChoice) {
  const std::string text = "# queue\nenq 1 0 5\nenq 2 5 9\n";
  ReadOptions ordered;
  ordered.ties = Ties::ordered;
  EXPECT_FALSE(read_text(text).precedes(0, 1));
  EXPECT_TRUE(read_text(text, ordered).precedes(0, 1));
}

TEST(Readers, Violat) {
  EXPECT_EQ(shown(R"({"schema":{"class":"java.util.concurrent.ConcurrentLinkedQueue"},"events":[
          {"kind":"call","sid":0,"invocation":{"id":1,"method":{"name":"offer"},"arguments":[2]}},
          {"kind":"return","sid":0,"invocation":{"id":1,"method":{"name":"offer"},"arguments":[2]},"value":"true"},
          {"kind":"call","sid":1,"invocation":{"id":2,"method":{"name":"toString"},"arguments":[]}},
          {"kind":"return","sid":1,"invocation":{"id":2,"method":{"name":"toString"}},"value":"[2,3]"}]})"),
            "linnet:1,spec:queue\n"
            "type:call,thread:0,op:enq,args:[2]\ntype:return,thread:0,result:null\n"
            "type:call,thread:1,op:toString,args:[]\ntype:return,thread:1,result:[2,3]\n");
}

}  // namespace
}  // namespace linnet
