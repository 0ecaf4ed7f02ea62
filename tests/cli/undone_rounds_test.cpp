// Loops whose rounds put back what they changed: they end, wait for ever or fail as by hand, and a twin that gives up after a few rounds, explored
// without the cut, shows the same failures.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

constexpr const char* kUndonePrelude = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int flag, data;
#define LOCK(m) pthread_mutex_lock(&m)
#define TRY(m) (pthread_mutex_trylock(&m) == 0)
#define UNLOCK(m) pthread_mutex_unlock(&m)
#ifdef MOST
#define LOOP for (int k = 0; k < MOST; ++k)
#else
#define LOOP for (;;)
#endif
#define SET LOCK(m); flag = 1; UNLOCK(m);
#define LOOK LOOP { LOCK(m); int f = flag; UNLOCK(m); if (f) break; }
#define TAKE_TURN(me) LOOP { LOCK(m); int mine = flag == me; if (mine) flag = !me; UNLOCK(m); if (mine) break; }
#define ADD_AND_SUBTRACT(until) LOOP { if (atomic_fetch_add(&x, 1) until) break; atomic_fetch_sub(&x, 1); }
)";

struct Loops {
  const char* name;
  const char* verdict;
  const char* kind;  // of the violation
  const char *a, *b, *c = "", *after = "";
};

void PrintTo(const Loops& loops, std::ostream* out) {
  *out << loops.name;
}

constexpr const char* kTicket =
    "LOOP { if (atomic_fetch_add(&x, 1) == 0) { ++data; atomic_fetch_sub(&x, 1); break; } "
    "atomic_fetch_sub(&x, 1); }";

constexpr Loops kLoops[] = {
    // Another thread always sets the flag.
    {"look", "pass", "", "LOOK", "SET"},
    {"two_look", "pass", "", "LOOK", "SET", "LOOK"},
    {"look_and_work", "pass", "", "LOOK LOCK(m); ++data; UNLOCK(m);",
     "LOCK(m); ++data; flag = 1; UNLOCK(m);"},
    {"add_and_subtract", "pass", "", "ADD_AND_SUBTRACT(!= 0)", "atomic_fetch_add(&x, 10);"},
    {"tickets", "pass", "", kTicket, kTicket, "", "assert(data == 2);"},
    {"announce", "pass", "",
     "LOOP { atomic_store(&x, 1); if (!atomic_load(&y)) break; atomic_store(&x, 0); } atomic_store(&x, 0);",
     "atomic_store(&y, 1); ++data; atomic_store(&y, 0);"},
    {"take_turns", "pass", "", "for (int i = 0; i < 2; ++i) TAKE_TURN(0)",
     "for (int i = 0; i < 2; ++i) TAKE_TURN(1)"},
    // Nobody sets it, or not always.
    {"look_for_ever", "violation", "stuck", "LOOK", ""},
    {"two_look_for_ever", "violation", "stuck", "LOOK", "LOOK"},
    {"sometimes_set", "violation", "stuck", "LOOK", "if (atomic_load(&x) == 0) { SET }",
     "atomic_store(&x, 1);"},
    {"add_for_ever", "violation", "stuck", "ADD_AND_SUBTRACT(!= 0)", ""},
    {"one_adds_for_ever", "violation", "stuck", "ADD_AND_SUBTRACT(== 0)", "ADD_AND_SUBTRACT(== 0)"},
    {"unless_in_time", "violation", "stuck", "ADD_AND_SUBTRACT(== 1)", "atomic_fetch_add(&x, 1);",
     "atomic_fetch_add(&x, 1);"},
    // Whether they ever meet is a matter of luck.
    {"meet_in_the_middle", "unknown", "", "ADD_AND_SUBTRACT(!= 0)", "ADD_AND_SUBTRACT(!= 0)"},
    {"wait_for_the_middle", "unknown", "",
     "LOOP { if (atomic_load(&y)) break; atomic_fetch_add(&x, 1); atomic_fetch_sub(&x, 1); }",
     "LOOP { if (atomic_load(&x)) break; } atomic_store(&y, 1);"},
    // The round leaves something behind, or shows something.
    {"seen_in_the_middle", "violation", "assertion", "ADD_AND_SUBTRACT(!= 0)",
     "assert(atomic_load(&x) == 0); atomic_fetch_add(&x, 10);"},
    {"held_in_the_middle", "violation", "assertion", "LOOK", "if (TRY(m)) UNLOCK(m); else assert(0); SET"},
    {"race_in_a_round", "violation", "data-race",
     "LOOP { LOCK(m); int f = flag; UNLOCK(m); if (f) break; if (data == 7) break; }", "data = 7; SET"},
    {"counted", "violation", "assertion",
     "int rounds = 0; LOOP { LOCK(m); int f = flag; UNLOCK(m); if (f) break; assert(++rounds < 2); }", "SET"},
};

class UndoneRounds : public testing::TestWithParam<std::tuple<Loops, const char*>> {};

std::string source_of(const Loops& loops) {
  return fmt::format(
      "{}static void* a(void* p) {{ {} return p; }}\nstatic void* b(void* p) {{ {} return p; }}\n"
      "static void* c(void* p) {{ {} return p; }}\n"
      "int main(void) {{\n  pthread_t t[3];\n  void* (*const bodies[])(void*) = {{a, b, c}};\n"
      "  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, bodies[i], 0);\n"
      "  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);\n  {} return 0;\n}}\n",
      kUndonePrelude, loops.a, loops.b, loops.c, loops.after);
}

TEST_P(UndoneRounds, EndAsByHand) {
  const auto& [loops, compiler] = GetParam();
  const std::string file = scratch_file(std::string(loops.name) + ".c", source_of(loops));
  auto json =
      linnet(fmt::format("run {} --strategy=dpor --time=20 --json --compiler {} -- -w -O1", file, compiler))
          .json();
  const std::string verdict = loops.verdict;
  EXPECT_EQ(json["verdict"], verdict) << json;
  EXPECT_EQ(json["blocked"], 0) << json;
  EXPECT_TRUE(verdict != "pass" || json["complete"] == true) << json;
  EXPECT_TRUE(verdict != "violation" || json["violation"]["kind"] == loops.kind) << json;
}

// In the twin, threads that would wait for ever give up.
TEST_P(UndoneRounds, FailLikeATwinThatGivesUp) {
  const auto& [loops, compiler] = GetParam();
  const std::string kind = loops.kind;
  const bool fails = kind == "assertion" || kind == "data-race";
  const std::string file = scratch_file(std::string(loops.name) + "_twin.c", source_of(loops));
  auto json =
      linnet(fmt::format("run {} --strategy=dpor --no-cut --time=20 --json --compiler {} -- -w -O1 -DMOST=2",
                         file, compiler))
          .json();
  const bool may_give_up = std::string(loops.after).empty();
  EXPECT_TRUE(!may_give_up || json["verdict"] == (fails ? "violation" : "pass")) << json;
  EXPECT_TRUE(!fails || json["violation"]["kind"] == kind) << json;
}

INSTANTIATE_TEST_SUITE_P(All, UndoneRounds,
                         testing::Combine(testing::ValuesIn(kLoops), testing::Values("gcc", "clang-19")));

// The other strategies let others go first, and a replay goes on to where it goes round for ever.
TEST(UndoneRoundsOfAllStrategies, WaitForOthersAndAreReplayed) {
  for (const Loops& loops : kLoops) {
    if (loops.verdict == std::string("unknown")) continue;
    const std::string file = scratch_file(std::string(loops.name) + ".c", source_of(loops));
    auto json = linnet(fmt::format("run {} --time=20 --json -- -w -O1", file)).json();
    EXPECT_EQ(json["verdict"], loops.verdict) << json;
    if (loops.kind != std::string("stuck")) continue;
    EXPECT_EQ(json["violation"]["kind"], "stuck") << json;
    const std::string schedule = json["violation"]["schedule"];
    EXPECT_EQ(linnet(fmt::format("replay {} {} -- -w -O1", schedule, file)).status, 1) << json;
  }
}

}  // namespace
}  // namespace linnet
