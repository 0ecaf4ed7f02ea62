// What is cut besides rounds of loops: arrivals at barriers, the end of main, and threads that are alike. The counts are as by hand, and what is wrong is found with
// the cut as without it.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

constexpr const char* kPrelude = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef N
#define N 4
#endif
static pthread_barrier_t b;
static atomic_int x, y, serial;
static int data[N];
)";

// A thread for each body, of which main starts N.
std::string program(const std::string& body, const std::string& after_start, int users = 0) {
  return fmt::format(
      "{}static void* body(void* a) {{ const int me = (int)(long)a; (void)me; {} return 0; }}\n"
      "int main(void) {{\n  pthread_t t[N];\n  pthread_barrier_init(&b, 0, {});\n"
      "  for (long i = 0; i < N; ++i) pthread_create(&t[i], 0, body, (void*)i);\n  {}\n  return 0;\n}}\n",
      kPrelude, body, users == 0 ? "N" : std::to_string(users), after_start);
}

// The same, with threads that nothing tells apart.
std::string twins(const std::string& body, const std::string& after_start) {
  std::string source = program(body, after_start);
  return source.replace(source.find("(void*)i"), 8, "0");
}

constexpr const char* kJoin = "for (int i = 0; i < N; ++i) pthread_join(t[i], 0);";

nlohmann::json explored(const std::string& name, const std::string& source, const std::string& words) {
  const std::string file = scratch_file(name + ".c", source);
  return linnet("run " + file + " --strategy=dpor --json " + words).json();
}

struct Count {
  const char* name;
  std::string source;
  std::uint64_t with, without;  // executions
  const char* words;            // that switch the cut off
  const char* kind = nullptr;   // of the failure, if there is one
};

void PrintTo(const Count& count, std::ostream* out) {
  *out << count.name;
}

class Cuts : public testing::TestWithParam<std::tuple<Count, const char*>> {};

TEST_P(Cuts, CountsAndFailures) {
  const auto& [count, compiler] = GetParam();
  for (const bool cut : {true, false}) {
    const auto json =
        explored(count.name, count.source,
                 fmt::format("{} --keep-going --compiler {} -- -w -DN=3", cut ? "" : count.words, compiler));
    EXPECT_EQ(json["executions"], cut ? count.with : count.without) << count.name << json;
    EXPECT_EQ(json["complete"], true) << count.name << json;
    EXPECT_EQ(json["blocked"], 0) << count.name << json;
    EXPECT_EQ(json["redundant"], 0) << count.name << json;
    if (count.kind == nullptr) {
      EXPECT_EQ(json["verdict"], "pass") << count.name << json;
    } else {
      EXPECT_EQ(json["violation"]["kind"], count.kind) << count.name << json;
    }
  }
}

std::vector<Count> counts() {
  const std::string wait = "pthread_barrier_wait(&b);";
  return {
      // 3 threads in any of 3! orders, and in one.
      {"arrive", program(wait, kJoin), 1, 6, "--no-cut=barriers"},
      {"arrive_twice", program(wait + wait, kJoin), 1, 36, "--no-cut=barriers"},
      // One of three is the serial one, whatever the order was.
      {"look_at_serial",
       program("if (pthread_barrier_wait(&b)) atomic_fetch_add(&serial, 1);",
               std::string(kJoin) + "assert(serial == 1);"),
       3, 18, "--no-cut=barriers"},
      // Plain data is handed over, and would race without the barrier.
      {"hand_over",
       program("data[me] = 1; pthread_barrier_wait(&b); assert(data[(me + 1) % N] == 1);", kJoin), 1, 6,
       "--no-cut=barriers"},
      // Main does not join: three loads of what nothing writes are one trace, and the end may come after any set of them.
      {"end", program("atomic_load(&x);", ""), 1, 8, "--no-cut=end"},
      // Three threads that are alike take their first steps in one order.
      {"count", twins("atomic_fetch_add(&x, 1);", kJoin), 1, 6, "--no-cut=symmetry"},
      {"lock",
       "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n" +
           twins("pthread_mutex_lock(&m); ++data[0]; pthread_mutex_unlock(&m);",
                 std::string(kJoin) + "assert(data[0] == N);"),
       1, 6, "--no-cut=symmetry"},
      // A thread that waits for ever is not stuck when main has returned.
      {"end_while_waiting", program("if (me == 0) pthread_barrier_wait(&b);", ""), 1, 2, "--no-cut=end"},
      {"end_while_spinning", program("while (me == 0 && !atomic_load(&x)) {}", ""), 1, 2, "--no-cut"},
  };
}

INSTANTIATE_TEST_SUITE_P(All, Cuts,
                         testing::Combine(testing::ValuesIn(counts()), testing::Values("gcc", "clang-19")));

// More threads come to the barrier than it is for: which of them are together is explored, as without the cut.
TEST(CutsThatDoNotHold, ThreadsTakeTurnsAtABarrier) {
  const std::string body =
      "pthread_barrier_wait(&b); if (me < 2) { atomic_fetch_add(&x, 1); } else { pthread_barrier_wait(&b); "
      "assert(atomic_load(&x) < 2); }";
  const std::string source = program(body, kJoin, 2);
  const auto with = explored("turns", source, "--keep-going -- -w -DN=3");
  const auto without = explored("turns", source, "--keep-going --no-cut=barriers -- -w -DN=3");
  for (const auto& json : {with, without}) {
    EXPECT_EQ(json["executions"], 164);
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["violations"].size(), 2u)
        << json;  // two are together and the third waits for ever, or all meet too late
  }
}

// A thread that never ends: the program ends without it.
TEST(CutsThatDoNotHold, ThreadsThatNeverEnd) {
  const std::string file = scratch_file("forever.c", program("for (;;) atomic_fetch_add(&x, 1);", ""));
  const auto json = linnet("run " + file + " --strategy=random --executions=20 --json -- -w -DN=1").json();
  EXPECT_EQ(json["verdict"], "pass") << json;
  EXPECT_EQ(json["executions"], 20) << json;
}

// What tells twins apart: what one of them returned, who it is, and what another thread does between joining two of them.
TEST(CutsThatDoNotHold, TwinsThatAreToldApart) {
  const char* const kToldApart[] = {
      "static void* body(void* a) { return (void*)(long)atomic_fetch_add(&x, 1); }\n"
      "int main(void) { pthread_t t[2]; void* r[2]; for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, "
      "body, 0);\n"
      "for (int i = 0; i < 2; ++i) pthread_join(t[i], &r[i]); assert(r[0] < r[1]); }\n",
      "static _Atomic pthread_t first;\n"
      "static void* body(void* a) { if (atomic_fetch_add(&x, 1) == 0) first = pthread_self(); return a; }\n"
      "int main(void) { pthread_t t[2]; for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, body, 0);\n"
      "for (int i = 0; i < 2; ++i) pthread_join(t[i], 0); assert(first == t[0]); }\n",
      "static void* body(void* a) { if (atomic_fetch_add(&x, 1) == 0) atomic_store(&y, 1); return a; }\n"
      "int main(void) { pthread_t t[2]; for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, body, 0);\n"
      "pthread_join(t[0], 0); assert(atomic_load(&y) == 1); pthread_join(t[1], 0); }\n"};
  for (const char* const source : kToldApart) {
    for (const char* words : {"", "--no-cut"}) {
      const auto json =
          explored("told_apart", std::string(kPrelude) + source, std::string(words) + " -- -w -DN=1");
      EXPECT_EQ(json["violation"]["kind"], "assertion") << source << words << json;
    }
  }
}

// The argument of a std::thread is a block of its own.
TEST(Twins, OfTheStandardLibrary) {
  const std::string file =
      scratch_file("twins.cpp",
                   "#include <atomic>\n#include <thread>\n#include <vector>\n"
                   "int main() { std::atomic<int> x{0}; std::vector<std::thread> all; all.reserve(4);\n"
                   "for (int i = 0; i < 4; ++i) all.emplace_back([&x] { x += 1; });\n"
                   "for (auto& t : all) t.join(); return x == 4 ? 0 : 1; }\n");
  EXPECT_EQ(linnet("run " + file + " --strategy=dpor --json").json()["executions"], 1);
  EXPECT_EQ(linnet("run " + file + " --strategy=dpor --json --no-cut").json()["executions"], 24);
}

// A main that leaves the end to the others has as many executions as one that joins them.
TEST(EndOfMain, IsAsIfItHadJoined) {
  const std::string body =
      "if (me == 0) { atomic_store(&x, 1); atomic_load(&y); } else if (me == 1) { atomic_store(&y, 1); "
      "atomic_load(&x); } "
      "else { atomic_load(&x); atomic_fetch_add(&y, 2); atomic_load(&x); }";
  const auto joined = explored("joined", program(body, kJoin), "-- -w -DN=3");
  const auto left = explored("left", program(body, ""), "-- -w -DN=3");
  const auto at_any_time = explored("at_any_time", program(body, ""), "--no-cut=end -- -w -DN=3");
  EXPECT_EQ(left["executions"], joined["executions"]);
  EXPECT_GT(at_any_time["executions"], joined["executions"]);
}

// What a thread does wrong after main has returned is found, and so is what destructors and others do to each other.
TEST(EndOfMain, FailuresOfOthersAreFound) {
  for (const char* words : {"", "--no-cut"}) {
    const auto late =
        explored("late", program("atomic_load(&x); assert(atomic_load(&x) == 0);", "atomic_store(&x, 1);"),
                 std::string(words) + " -- -w -DN=1");
    EXPECT_EQ(late["violation"]["kind"], "assertion") << words;
    const auto status = explored("status", program("atomic_load(&x); exit(0);", "return 3;"),
                                 std::string(words) + " -- -w -DN=1");
    EXPECT_EQ(status["violation"]["kind"], "exit") << words << status;
    const auto handler = explored(
        "handler",
        kPrelude +
            std::string(
                "static void end(void) { data[0] = 1; }\n"
                "static void* body(void* a) { atomic_load(&x); data[0] = 2; return a; }\n"
                "int main(void) { pthread_t t; atexit(end); pthread_create(&t, 0, body, 0); return 0; }\n"),
        std::string(words) + " -- -w -DN=1");
    EXPECT_EQ(handler["violation"]["kind"], "data-race") << words << handler;
  }
}

// A thread that never comes to the same state again cannot be cut. The run ends nevertheless when its time is over, long before
// a million steps are taken: each of them is slow.
TEST(LongExecutions, EndWithTheTime) {
  const std::string file =
      scratch_file("endless.c",
                   "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x;\n"
                   "static void* body(void* p) {\n"
                   "  for (;;) { for (int i = 0; i < 3000; ++i) {} atomic_fetch_add(&x, 1); }\n"
                   "  return p;\n}\n"
                   "int main(void) { pthread_t t; pthread_create(&t, 0, body, 0); pthread_join(t, 0); }\n");
  // A machine that is busy may take longer than linnet is patient.
  bool says_where = false;
  for (int attempt = 0; attempt < 5 && !says_where; ++attempt) {
    auto json = linnet(fmt::format("run {} --json --time 1 --strategy=dpor -- -w -O0", file)).json();
    EXPECT_EQ(json["verdict"], "unknown") << json;
    says_where = json["reason"].get<std::string>().find("in the midst of a long execution in body") !=
                 std::string::npos;
  }
  EXPECT_TRUE(says_where);
}

}  // namespace
}  // namespace linnet
