// Retry loops, with the cut of rounds that changed nothing, or put back what they changed, and without it: random programs end in the same
// states with the same verdict, and faults that only a failed round shows are found. The programs of a batch
// are one file, which is compiled once.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

// The variables of the loops: s, flag, g and the mutexes are shared, own and r belong to the thread. Without the cut a loop that waits would go
// round for ever, so it gives up after MOST rounds and says so.
constexpr const char* kPrelude = R"(#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int s[3];
static int own[3][4], r[3][4];
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int flag;
static atomic_int g;
#define LOCK(i) pthread_mutex_lock(&m[i])
#define TRY(i) (pthread_mutex_trylock(&m[i]) == 0)
#define UNLOCK(i) pthread_mutex_unlock(&m[i])
#ifdef MOST
#define AGAIN(t) (++k < MOST || (r[t][3] = 99, 0))
#else
#define AGAIN(t) 1
#endif
#define LOAD(i) atomic_load(&s[i])
#define CAS(i, e, d) atomic_compare_exchange_strong(&s[i], e, d)
)";
constexpr const char* kMain = R"(
int main(int argc, char** argv) {
  pthread_t t[3];
  int n = atoi(argv[1]);
  for (int i = 0; i < threads[n]; ++i) pthread_create(&t[i], 0, bodies[n][i], 0);
  for (int i = 0; i < threads[n]; ++i) pthread_join(t[i], 0);
  for (int i = 0; i < 3; ++i) {
    printf("%d ", s[i]);
    for (int j = 0; j < 4; ++j) printf("%d %d ", own[i][j], r[i][j]);
  }
  printf("flag %d", flag);
  return 0;
}
)";

// A loop of thread `t`, its `n`-th one, as C.
std::string loop(std::mt19937& random, int t, int n) {
  const auto any = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  const int i = any(2), j = any(3), c = 1 + any(3), form = any(13);
  const std::string own = fmt::format("own[{}][{}]", t, n), result = fmt::format("r[{}][{}]", t, n);
  switch (form) {
    case 0:
    case 1:  // the value is read again in every round
      return fmt::format(
          "for (;;) {{ int t = LOAD({0}); {2} = t; if (CAS({0}, &t, t + {1})) {{ {3} = t; break; }} }}", i, c,
          own, result);
    case 2:  // a failure brings the next value
      return fmt::format(
          "{{ int t = LOAD({0}); do {{ {2} = t; }} while (!CAS({0}, &t, t * 2 + {1})); {3} = t; }}", i, c,
          own, result);
    case 3:  // a look at something else, and help for another thread
      return fmt::format(
          "for (;;) {{ int t = LOAD({0}); int h = LOAD({1}); if (t != LOAD({0})) continue; if (h == {2}) {{ "
          "int e = h; "
          "CAS({1}, &e, h + 1); }} else if (CAS({0}, &t, t + {2})) {{ {3} = h; break; }} }}",
          i, j, c, result);
    case 4:  // the number of rounds matters
      return fmt::format(
          "for (int k = 0; k < 2; ++k) {{ int t = LOAD({0}); if (CAS({0}, &t, t + {1})) break; {2} = k + 1; "
          "}}",
          i, c, result);
    case 5:  // a failed round tells others
      return fmt::format(
          "for (;;) {{ int t = LOAD({0}); if (CAS({0}, &t, t + {1})) break; atomic_fetch_add(&s[2], 1); }}",
          i, c);
    case 6:  // what failed rounds read adds up
      return fmt::format(
          "for (;;) {{ int t = LOAD({0}); {2} += t; if (CAS({0}, &t, t + {1})) {{ {3} = {2}; break; }} }}", i,
          c, own, result);
    case 7:  // some values end it
      return fmt::format(
          "for (;;) {{ int t = LOAD({0}); if (t == {1}) {{ {3} = -1; break; }} {2} = t; if (CAS({0}, &t, t + "
          "{1})) break; }}",
          i, c, own, result);
    case 8:  // one loop in another
      return fmt::format(
          "for (;;) {{ int t = LOAD({0}), u; do {{ u = LOAD({1}); }} while (u == {2} && t == LOAD({0})); {3} "
          "= u; if (CAS({0}, "
          "&t, t + 1)) break; }}",
          i, j, 7 + c, own);
    case 9:  // a failure brings the next value, and another look follows
      return fmt::format(
          "{{ int t = LOAD({0}), u = LOAD({1}); while (t != 9 && !CAS({0}, &t, u + {2})) u = LOAD({1}); {3} "
          "= u; }}",
          i, j, c, result);
    case 10:  // the same, and what was carried decides
      return fmt::format(
          "{{ int t = LOAD({0}); do {{ if (t == {1}) {{ {3} = -1; break; }} {2} = t; }} while (!CAS({0}, &t, "
          "t + {1})); }}",
          i, c, own, result);
    case 11:  // values that failures brought add up
      return fmt::format(
          "{{ int t = LOAD({0}); do {{ {2} += t; }} while (!CAS({0}, &t, t + {1})); {3} = t; }}", i, c, own,
          result);
    default: return fmt::format("atomic_fetch_add(&s[{}], {}); {} = LOAD({});", j, c, result, i);
  }
}

// A loop of thread `t` that waits for the flag, and puts back what it changes.
std::string waiting_loop(std::mt19937& random, int t) {
  const auto any = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  const int i = any(3), c = 1 + any(3);
  const std::string result = fmt::format("r[{}][2]", t);
  std::string round;
  switch (any(8)) {
    case 0: round = "LOCK(0); f = flag; UNLOCK(0);"; break;
    case 1:
      round = fmt::format("atomic_fetch_add(&s[{0}], {1}); f = g; atomic_fetch_sub(&s[{0}], {1});", i, c);
      break;
    case 2:  // what others do in between is lost
      round = fmt::format("{{ int o = atomic_exchange(&s[{0}], {1}); f = g; atomic_store(&s[{0}], o); }}", i,
                          6 + c);
      break;
    case 3: round = fmt::format("LOCK(0); f = flag & (LOAD({}) | 1); UNLOCK(0);", i); break;
    case 4:  // in two parts, between which others come in
      round = fmt::format(
          "LOCK(0); f = flag; UNLOCK(0); LOCK(1); atomic_fetch_xor(&s[{0}], {1}); UNLOCK(1); "
          "LOCK(1); atomic_fetch_xor(&s[{0}], {1}); UNLOCK(1);",
          i, c);
      break;
    case 5: round = "LOCK(0); LOCK(1); f = flag; UNLOCK(1); UNLOCK(0);"; break;
    case 6:  // what it finds decides what it does
      round = fmt::format(
          "if (atomic_fetch_add(&s[{0}], 1) == {1}) LOAD({2}); f = g; atomic_fetch_sub(&s[{0}], 1);", i, c,
          any(3));
      break;
    default:
      round = fmt::format(
          "{{ int e = {1}; if (CAS({0}, &e, 9)) {{ f = g; e = 9; CAS({0}, &e, {1}); }} else f = g; }}", i,
          any(2));
  }
  return fmt::format(
      "{{ int f = 0, k = 0; (void)k; do {{ {0} if (f) {{ {1} += f; break; }} }} while (AGAIN({2})); }}",
      round, result, t);
}

// Something that thread `t` does besides, and that ends.
std::string other_work(std::mt19937& random, int t, int n) {
  const auto any = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  const int i = any(3);
  const std::string result = fmt::format("r[{}][{}]", t, n);
  switch (any(7)) {
    case 0: return fmt::format("{} = LOAD({});", result, i);
    case 1: return fmt::format("atomic_store(&s[{}], {});", i, 1 + any(3));
    case 2: return fmt::format("LOCK({0}); {1} = LOAD({2}); UNLOCK({0});", any(2), result, i);
    case 3: return fmt::format("if (TRY({0})) {{ {1} = 1; UNLOCK({0}); }}", any(2), result);
    case 4: return fmt::format("{{ int e = {1}; {2} = CAS({0}, &e, e + 2); }}", i, any(2), result);
    default: return fmt::format("{} = atomic_fetch_add(&s[{}], {});", result, i, 1 + any(2));
  }
}

// Thread 0 waits, and the last one sets the flag, always or perhaps.
std::string waiting_body(std::mt19937& random, int t, int threads) {
  const auto any = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  std::string body = any(2) == 0 ? other_work(random, t, 0) : "";
  if (t == 0) return body + waiting_loop(random, 0);
  if (t + 1 < threads) return body + other_work(random, t, 1);
  const std::string set = "LOCK(0); flag = 1; g = 1; UNLOCK(0);";
  const int when = any(5);
  if (when == 0) return body + set;
  if (when < 3) return body + fmt::format("if (LOAD({}) == 0) {{ {} }}", any(3), set);
  if (when == 3) return body + set + other_work(random, t, 1);
  return body + other_work(random, t, 1) + set;
}

struct Batch {
  std::string source;
  std::size_t programs = 0;
};

Batch random_batch(std::mt19937& random, std::size_t programs, bool wait = false) {
  std::string bodies = "typedef void* (*Body)(void*);\nstatic const Body bodies[][3] = {";
  std::string counts = "static const int threads[] = {";
  Batch batch{kPrelude, programs};
  for (std::size_t p = 0; p < programs; ++p) {
    const int threads = 2 + static_cast<int>(random() % 2), loops = threads == 2 ? 2 : 1;
    bodies += "{";
    for (int t = 0; t < threads; ++t) {
      batch.source += fmt::format("static void* body_{}_{}(void* a) {{\n", p, t);
      if (wait) batch.source += "  " + waiting_body(random, t, threads) + "\n";
      for (int n = 0; n < loops && !wait; ++n) batch.source += "  " + loop(random, t, n) + "\n";
      batch.source += "  return a;\n}\n";
      bodies += fmt::format("body_{}_{},", p, t);
    }
    bodies += "},";
    counts += fmt::format("{},", threads);
  }
  batch.source += bodies + "};\n" + counts + "};\n" + kMain;
  return batch;
}

constexpr const char *kWith = "--keep-going", *kWithout = "--no-cut";

struct Explored {
  nlohmann::json report;
  std::set<std::string> states;
};

Explored explore(const std::string& file, std::size_t number, const std::string& cut) {
  Explored explored;
  const std::vector<std::string> words{file,
                                       "--json",
                                       "--strategy=dpor",
                                       "--outputs",
                                       "--keep-going",
                                       "--executions=30000",
                                       "--time=5",
                                       fmt::format("--arg={}", number),
                                       cut};
  explored.report = nlohmann::json::parse(run_child(words, "", STDOUT_FILENO).output);
  for (const auto& one : explored.report["outputs"]) explored.states.insert(one["text"].get<std::string>());
  return explored;
}

// Another batch in every variant.
void same_with_and_without(const char* compiler, const char* level, unsigned seed) {
  std::mt19937 random(seed);
  const Batch batch = random_batch(random, cases(25));
  const std::string source = scratch_file("retry.c", batch.source), file = scratch_file("retry");
  const ChildResult compiled =
      run_child({LINNET_COMPILE, compiler, LINNET_RUNTIME, file, source, "-w", level});
  ASSERT_TRUE(compiled.succeeded());
  std::size_t compared = 0, shorter = 0;
  for (std::size_t i = 0; i < batch.programs; ++i) {
    const Explored all = explore(file, i, kWithout);
    if (all.report["complete"] != true) continue;
    const Explored cut = explore(file, i, kWith);
    ++compared;
    const std::string which = fmt::format("body_{}_ of\n{}", i, batch.source);
    ASSERT_EQ(cut.states, all.states) << which;
    ASSERT_EQ(cut.report["verdict"], all.report["verdict"]) << which;
    ASSERT_EQ(cut.report["complete"], true) << which;
    ASSERT_EQ(cut.report["blocked"], 0) << which;
    ASSERT_LE(cut.report["executions"], all.report["executions"]) << which;
    shorter += cut.report["executions"] < all.report["executions"];
  }
  EXPECT_GT(compared, batch.programs / 2);
  EXPECT_GT(shorter, 0u);
}

// A wait that gave up and was left without the flag would have gone on for ever. What else gave up is left out: with more rounds it ends elsewhere.
bool is_stuck(const std::string& state) {
  return state.find(" 99 ") != std::string::npos && state.ends_with("flag 0");
}

void same_with_and_without_waits(const char* compiler, const char* level, unsigned seed) {
  std::mt19937 random(seed);
  const Batch batch = random_batch(random, cases(25), true);
  const std::string source = scratch_file("waits.c", batch.source), file = scratch_file("waits"),
                    bounded = scratch_file("bounded_waits");
  ASSERT_TRUE(run_child({LINNET_COMPILE, compiler, LINNET_RUNTIME, file, source, "-w", level}).succeeded());
  ASSERT_TRUE(run_child({LINNET_COMPILE, compiler, LINNET_RUNTIME, bounded, source, "-w", level, "-DMOST=3"})
                  .succeeded());
  std::size_t compared = 0, stuck = 0;
  for (std::size_t i = 0; i < batch.programs; ++i) {
    const Explored all = explore(bounded, i, kWithout);
    if (all.report["complete"] != true) continue;
    const Explored cut = explore(file, i, kWith);
    const std::string which = fmt::format("body_{}_ of\n{}{}", i, batch.source, cut.report.dump(1));
    const bool is_to_be_stuck = std::ranges::any_of(all.states, is_stuck);
    ASSERT_NE(cut.report["verdict"], is_to_be_stuck ? "pass" : "violation") << which;
    if (cut.report["verdict"] == "unknown") continue;
    ASSERT_EQ(cut.report["blocked"], 0) << which;
    ++compared;
    stuck += is_to_be_stuck;
    ASSERT_TRUE(!is_to_be_stuck || cut.report["violation"]["kind"] == "stuck") << which;
    ASSERT_EQ(cut.report["complete"], true) << which;
    for (const std::string& state : all.states) {
      const bool gave_up = state.find(" 99 ") != std::string::npos;
      ASSERT_TRUE(gave_up || cut.states.contains(state)) << state << which;
    }
  }
  EXPECT_GT(compared, batch.programs / 2);
  EXPECT_GT(stuck, 0u);
}

// ---------------------------------------------------------------------------------------------------------
// Histories

// An object test for each program: the loops are its operations.
std::string random_objects(std::mt19937& random, std::size_t programs) {
  std::string source = R"(#include <linnet/test.hpp>
#include <atomic>
#define LOAD(i) atomic_load(&s[i])
#define CAS(i, e, d) atomic_compare_exchange_strong(&s[i], e, d)
struct Shared { std::atomic<int> s[3]{}; int own[3][4]{}, r[3][4]{}; };
)";
  for (std::size_t p = 0; p < programs; ++p) {
    const int threads = 2 + static_cast<int>(random() % 2), loops = threads == 2 ? 2 : 1;
    std::string test, scenario;
    source += fmt::format("struct p{} : Shared {{\n", p);
    for (int t = 0; t < threads; ++t) {
      if (t != 0) scenario += " |";
      for (int n = 0; n < loops; ++n) {
        source += fmt::format("  int f_{0}_{1}() {{ {2} return r[{0}][{1}]; }}\n", t, n, loop(random, t, n));
        test += fmt::format(".operation(\"f_{0}_{1}\", &p{2}::f_{0}_{1})", t, n, p);
        scenario += fmt::format(" f_{}_{}()", t, n);
      }
    }
    source += fmt::format("}};\nLINNET_TEST(p{0}) {{ linnet::object<p{0}>(){1}.scenario(\"{2}\"); }}\n", p,
                          test, scenario);
  }
  return source;
}

// By thread and number of the call: what it returned, or that it is pending; and which calls came after which returns.
struct SeenHistory {
  using Call = std::pair<int, std::size_t>;
  std::map<Call, std::string> results;
  std::set<std::pair<Call, Call>> before;

  bool covers(const SeenHistory& other) const {
    return results == other.results && std::ranges::includes(before, other.before);
  }
};

SeenHistory read_history(const std::filesystem::path& file) {
  SeenHistory history;
  std::map<int, std::size_t> calls;
  std::vector<SeenHistory::Call> returned;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const auto event = nlohmann::json::parse(line);
    if (!event.contains("type")) continue;
    const int thread = event["thread"];
    if (event["type"] == "call") {
      const SeenHistory::Call call{thread, ++calls[thread]};
      history.results[call] = "pending";
      for (const SeenHistory::Call& earlier : returned) history.before.insert({earlier, call});
    } else if (event["type"] == "return") {
      history.results[{thread, calls[thread]}] = event["result"].dump();
      returned.push_back({thread, calls[thread]});
    }
  }
  return history;
}

struct SeenHistories {
  nlohmann::json report;
  std::vector<SeenHistory> all;
};

SeenHistories histories(const std::string& file, std::size_t number, const std::string& cut) {
  const std::filesystem::path folder = scratch_file("histories");
  std::filesystem::remove_all(folder);
  SeenHistories seen;
  seen.report = nlohmann::json::parse(
      run_child({file, "--json", "--strategy=dpor", "--keep-going", "--executions=10000", "--test",
                 fmt::format("p{}", number), "--histories", folder.string(), cut},
                "", STDOUT_FILENO)
          .output);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") seen.all.push_back(read_history(entry.path()));
  }
  return seen;
}

// Every history that is left out has one that is kept, with the same results and at least its precedence; and there are no others.
TEST(CutHistories, LeftOutHistoriesAreCovered) {
  std::mt19937 random(23);
  const std::size_t programs = cases(12);
  const std::string source = scratch_file("objects.cpp", random_objects(random, programs)),
                    file = scratch_file("objects");
  ASSERT_TRUE(run_child({LINNET_COMPILE, "g++", LINNET_RUNTIME, file, source, "-std=c++20", "-w", "-O1",
                         "-I" LINNET_INCLUDE})
                  .succeeded());
  std::size_t compared = 0, fewer = 0;
  for (std::size_t i = 0; i < programs; ++i) {
    const SeenHistories without = histories(file, i, "--no-cut");
    if (without.report["complete"] != true) continue;
    const SeenHistories kept = histories(file, i, "--experiment=cut-histories");
    ++compared;
    fewer += kept.report["executions"] < without.report["executions"];
    for (const SeenHistory& one : without.all) {
      EXPECT_TRUE(std::ranges::any_of(kept.all, [&](const SeenHistory& k) { return k.covers(one); })) << i;
    }
    for (const SeenHistory& one : kept.all) {
      const auto is_same = [&](const SeenHistory& w) { return w.covers(one) && one.covers(w); };
      EXPECT_TRUE(std::ranges::any_of(without.all, is_same)) << i;
    }
    ASSERT_FALSE(HasFailure()) << source;
  }
  EXPECT_GT(compared, programs / 2);
  EXPECT_GT(fewer, 0u);
}

class RetryLoops : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(RetryLoops, EndInTheSameStates) {
  const auto& [compiler, level] = GetParam();
  same_with_and_without(compiler, level, static_cast<unsigned>(compiler[0] * 8 + level[2]));
}

TEST_P(RetryLoops, WaitsEndInTheSameStates) {
  const auto& [compiler, level] = GetParam();
  same_with_and_without_waits(compiler, level, static_cast<unsigned>(compiler[0] * 8 + level[2]));
}

INSTANTIATE_TEST_SUITE_P(All, RetryLoops,
                         testing::Combine(testing::Values("gcc", "clang-19"),
                                          testing::Values("-O0", "-O1", "-O2", "-O3")));

// Faults that show only in or because of a failed round. Each is found, with the cut and without it.
struct Mutant {
  const char* name;
  const char* globals;
  const char* setup;
  const char* loop;  // of both threads
  const char* check;
  const char* kind;
};

constexpr Mutant kMutants[] = {
    {"race_in_failed_round", "static int seen;", "",
     "for (;;) { int t = LOAD(0); if (CAS(0, &t, t + 1)) break; seen = t; } if (me) seen = 1;", "seen >= 0",
     "data-race"},
    {"use_after_free_in_failed_round", "static _Atomic(int*) p;", "p = malloc(sizeof(int)); *p = 1;",
     "for (;;) { int* q = p; int t = LOAD(0); if (CAS(0, &t, t + 1)) { if (me) free(atomic_exchange(&p, "
     "(int*)0)); "
     "break; } if (q) r[me][0] = *q; }",
     "r[0][0] + r[1][0] >= 0", "use-after-free"},
    {"failed_round_publishes", "", "",
     "for (;;) { int t = LOAD(0); if (CAS(0, &t, t + 1)) break; atomic_fetch_add(&s[2], 1); }", "s[2] == 0",
     "assertion"},
    {"counter_matters", "", "",
     "int n = 0; for (;;) { int t = LOAD(0); if (CAS(0, &t, t + 1)) break; ++n; } r[me][0] = n;",
     "r[0][0] + r[1][0] == 0", "assertion"},
    {"own_memory_matters", "", "",
     "for (;;) { int t = LOAD(0); r[me][0] += 1; if (CAS(0, &t, t + 1)) break; }",
     "r[0][0] == 1 && r[1][0] == 1", "assertion"},
    {"carried_values_add_up", "", "",
     "int t = LOAD(0); do { r[me][0] += t + 1; } while (!CAS(0, &t, t + 1));", "r[0][0] + r[1][0] == 3",
     "assertion"},
    {"failure_order_weaker_than_load", "static int data[3];", "",
     "int mine = 1 + me; data[mine] = 7; int t = atomic_load_explicit(&s[0], memory_order_acquire); do { } "
     "while "
     "(!atomic_compare_exchange_strong_explicit(&s[0], &t, mine, memory_order_release, "
     "memory_order_relaxed)); if "
     "(t) r[me][0] = data[t];",
     "r[0][0] + r[1][0] >= 0", "data-race"},
};

class Mutants : public testing::TestWithParam<std::tuple<Mutant, const char*>> {};

TEST_P(Mutants, AreFound) {
  const auto& [mutant, compiler] = GetParam();
  const std::string source = fmt::format(
      "{}#include <assert.h>\n{}\n"
      "static void* body(void* a) {{ const int me = (int)(long)a; {} return a; }}\n"
      "int main(void) {{\n  pthread_t t[2];\n  {}\n"
      "  for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, body, (void*)i);\n"
      "  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);\n"
      "  assert({});\n  return 0;\n}}\n",
      kPrelude, mutant.globals, mutant.loop, mutant.setup, mutant.check);
  const std::string file = scratch_file(std::string(mutant.name) + ".c", source);
  for (const char* cut : {kWith, kWithout}) {
    const Said said =
        linnet(fmt::format("run {} --strategy=dpor --json {} --compiler {} -- -w -O1", file, cut, compiler));
    EXPECT_EQ(said.status, 1) << mutant.name << cut;
    EXPECT_EQ(said.json()["violation"]["kind"], mutant.kind) << mutant.name << cut;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Mutants,
                         testing::Combine(testing::ValuesIn(kMutants), testing::Values("gcc", "clang-19")));

}  // namespace
}  // namespace linnet
