// Tests that every option for executions has its effect in the program under test: in the process that
// explores and in the one that confirms a failure. An option is declared once, in src/cli; everything in
// between is a struct.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

struct Effect {
  const char* option;  // its name, and the words that make a difference
  const char* words;
  int without, with;  // exit statuses
  const char* program;
};

constexpr const char* kHeaders =
    "#include <atomic>\n#include <cassert>\n#include <condition_variable>\n#include <cstdlib>\n"
    "#include <memory>\n#include <mutex>\n#include <thread>\n";

constexpr Effect kEffects[] = {
    {"--races", "--races off", 1, 0,
     "int shared = 0; int main() { std::thread t([] { shared = 1; }); shared = 2; t.join(); }"},
    {"--clock", "--clock shared", 0, 1,
     "#include <chrono>\n"
     "int main() { std::chrono::steady_clock::time_point a, b;"
     "  std::thread s([&] { a = std::chrono::steady_clock::now(); });"
     "  std::thread t([&] { b = std::chrono::steady_clock::now(); });"
     "  s.join(); t.join(); assert(a < b); }"},
    {"--leaks", "--leaks", 0, 1, "int* kept; int main() { kept = new int(1); }"},
    {"--spurious", "--spurious", 0, 1,
     "int main() { std::mutex m; std::condition_variable c; bool ready = false;"
     "  std::unique_lock lock(m);"
     "  std::thread t([&] { std::scoped_lock own(m); ready = true; c.notify_one(); });"
     "  c.wait(lock); assert(ready); lock.unlock(); t.join(); }"},
    {"--allocation", "--allocation quarantine", 1, 0,
     "int main() { void* volatile first = std::malloc(64); auto number = "
     "reinterpret_cast<std::uintptr_t>(first);"
     "  std::free(first); void* volatile second = std::malloc(64);"
     "  assert(number != reinterpret_cast<std::uintptr_t>(second)); std::free(second); }"},
    {"--spin", "--spin 20", 0, 3,
     "std::atomic<int> x; int main() { for (int i = 0; i < 100; ++i) (void)x.load(); }"},
    {"--crashes", "--crashes 0", 1, 0, nullptr},  // a queue that forgets to flush
};

std::string source_of(const Effect& effect) {
  if (effect.program == nullptr)
    return program("../../examples/persistent/queue.cpp") + " --test link_not_flushed";
  return scratch_file("effect" + std::string(effect.option) + ".cpp", kHeaders + std::string(effect.program));
}

TEST(OptionsArrive, InTheProcessThatExploresAndInTheOneThatConfirms) {
  for (const Effect& effect : kEffects) {
    const std::string source = source_of(effect);
    const Said without = linnet("run " + source);
    EXPECT_EQ(without.status, effect.without) << effect.option << "\n" << without.text;
    const Said with = linnet("run " + source + " " + effect.words);
    EXPECT_EQ(with.status, effect.with) << effect.option << "\n" << with.text;
    // A failure is reported only when another process has found it, too.
    for (const Said* said : {&without, &with}) {
      EXPECT_EQ(said->text.find("something outside the schedule decides"), std::string::npos) << said->text;
    }
    if (with.status != 1) continue;
    std::string replay = with.text.substr(with.text.find("Replay: linnet ") + 15);
    replay = replay.substr(0, replay.find('\n'));
    EXPECT_NE(replay.find(effect.option), std::string::npos) << replay;
    EXPECT_EQ(linnet(replay).status, 1) << replay;
  }
}

// A new option is one more line above.
TEST(OptionsArrive, AllOfThemAreTested) {
  std::istringstream help(linnet("run --help-all").text);
  std::set<std::string> declared, tested;
  bool here = false;
  for (std::string line; std::getline(help, line);) {
    if (!line.empty() && line.front() != ' ') here = line == "What an execution may do:";
    if (here && line.starts_with("  --")) declared.insert(line.substr(2, line.find(' ', 2) - 2));
  }
  for (const Effect& effect : kEffects) tested.insert(effect.option);
  EXPECT_EQ(declared, tested);
}

}  // namespace
}  // namespace linnet
