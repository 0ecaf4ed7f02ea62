// Tests the processes of a run: what happens if a program under test or linnet itself ends, hangs or sends
// wrong messages.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

constexpr const char* kIncludes =
    "#include <csignal>\n#include <cstdint>\n#include <cstdlib>\n#include <cstring>\n"
    "#include <atomic>\n#include <thread>\n#include <unistd.h>\n"
    "struct Head { std::uint32_t mark = 0x4c4e5431, kind; std::uint64_t size; };\n"
    // Any descriptor from 210 on may be the socket; those below are not ours.
    "[[maybe_unused]] static void say(const void* bytes, std::size_t size) {\n"
    "  for (int d = 210; d < 300; ++d) (void)!write(d, bytes, size);\n}\n"
    "[[maybe_unused]] static void say(std::uint32_t kind, int byte, std::size_t size) {\n"
    "  static char body[1000]; std::memset(body, byte, sizeof body);\n"
    "  const Head head{.kind = kind, .size = size}; say(&head, sizeof head); say(body, size);\n}\n";

std::string source(const std::string& name, const std::string& body) {
  return scratch_file(name + ".cpp", kIncludes + ("int main() {" + body + "}\n"));
}

// The same before main.
std::string constructor_source(const std::string& name, const std::string& body) {
  return scratch_file(name + ".cpp",
                      kIncludes + ("struct Early { Early() {" + body + "} } early;\nint main() {}\n"));
}

struct Wrong {
  const char* name;
  const char* body;
  int status;
  const char* said;
};

void expect_complaints(std::span<const Wrong> all,
                       std::string (*make)(const std::string&, const std::string&),
                       const std::string& time = "5m") {
  for (const auto& [name, body, status, said] : all) {
    const Said what = complaint("run " + make(name, body) + " --time " + time);
    EXPECT_EQ(what.status, status) << name << ": " << what.text;
    EXPECT_NE(what.text.find(std::string(name) + ": " + said), std::string::npos)
        << name << ": " << what.text;
  }
}

TEST(Processes, AProgramThatStopsAnsweringIsUnknownAndSaysWhy) {
  constexpr Wrong kWrong[] = {
      {"dies", "raise(SIGKILL);", 3, "it died: Killed"},
      {"leaves", "asm volatile(\"syscall\" ::\"a\"(231), \"D\"(7) : \"rcx\", \"r11\", \"memory\");", 3,
       "it ended outside of what it was asked for, with status 7"},
      {"closes", "closefrom(3);", 3, "it ended outside of what it was asked for, with status 0"},
      {"closes_and_stays", "closefrom(3); raise(SIGSTOP);", 3,
       "it closed the socket that it shares with linnet, and went on"},
      {"garbage", "say(\"nonsense nonsense nonsense\", 26);", 3,
       "it wrote into the socket that it shares with linnet: what came is no message"},
      {"long_message", "say(0, 0, std::uint64_t{1} << 62);", 3,
       "it wrote into the socket that it shares with linnet: what came is no message"},
      {"unknown_kind", "say(77777, 0, 0);", 3,
       "it wrote into the socket that it shares with linnet: message 77777 came while it explored"},
      {"short_body", "say(5, 0, 3);", 3,
       "it wrote into the socket that it shares with linnet: message 5 cannot be"},
      {"large_numbers", "say(5, 255, 400);", 3,
       "it wrote into the socket that it shares with linnet: message 5 cannot be"},
      {"unknown_stage", "say(7, 77, 72);", 3,
       "it wrote into the socket that it shares with linnet: it explored what it was not asked for"},
      {"history_of_nothing", "say(4, 0, 400);", 3,
       "it wrote into the socket that it shares with linnet: it recorded what nobody judges"},
      {"impossible_end", "say(9, 99, 400);", 3,
       "it wrote into the socket that it shares with linnet: message 9 cannot be"},
  };
  expect_complaints(kWrong, source);
}

TEST(Processes, AProgramThatDoesNotComeToItsMainIsRefused) {
  constexpr Wrong kWrong[] = {
      {"early_crash", "*(volatile int*)8 = 1;", 2, "it died: Segmentation fault, before its main"},
      {"early_abort", "std::abort();", 2, "it died: Aborted, before its main"},
      {"early_end", "_exit(7);", 2, "it ended with status 7 before it answered"},
      {"early_exit", "std::exit(0);", 2, "it ended with status 0 before it answered: was it linked with"},
      {"early_closed", "closefrom(3); for (;;) pause();", 3, "it closed the socket"},
      {"early_garbage", "say(\"nonsense nonsense nonsense\", 26);", 3, "it wrote into the socket"},
      {"early_message", "say(5, 0, 400);", 3,
       "it wrote into the socket that it shares with linnet: it did not begin"},
      {"early_long_message", "say(0, 0, std::uint64_t{1} << 35);", 3, "it wrote into the socket"},
      {"early_half",
       "Head head{.kind = 0, .size = 900}; say(&head, sizeof head); say(\"0123456789\", 10); _exit(0);", 2,
       "it ended with status 0 before it answered"},
  };
  expect_complaints(kWrong, constructor_source);
  constexpr Wrong kEndless[] = {
      {"early_loop",
       "sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, nullptr); for (;;) pause();", 3,
       "it has not answered for 3 s, before its main"},
  };
  expect_complaints(kEndless, constructor_source, "2s");
}

// A message that never ends, of a length that could be.
TEST(Processes, AFloodIsEndedAtItsTime) {
  const Said said =
      linnet("run " +
             source("flood",
                    "Head head{.kind = 5, .size = 1 << 30}; static char zeros[1 << 12];"
                    "say(&head, sizeof head); for (;;) say(zeros, sizeof zeros), usleep(1000);") +
             " --time 1s");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.text.find("time limit of 1 s reached, and the program did not answer any more"),
            std::string::npos)
      << said.text;
}

TEST(Processes, HandlersAtTheEndArePartOfAnExecution) {
  const Said said = linnet("run " + source("late_abort", "std::atexit([] { std::abort(); });"));
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("Aborted"), std::string::npos) << said.text;
}

// A recursion of thousands of calls was told thousands of times, with all its calls.
TEST(Processes, AnEndlessRecursionIsToldByItsInnermostCalls) {
  const Said said = linnet("run " + program("wrong/stack_overflow.c") + " --json");
  EXPECT_EQ(said.status, 1);
  EXPECT_LE(said.json().at("violation").at("where").size(), 50u);
}

// Thousands of steps and calls that are all alike are no report. Their replay has them all.
TEST(Processes, ALongExecutionIsShownInPart) {
  const Said said = linnet("run " + program("wrong/stack_overflow.c"));
  EXPECT_NE(said.text.find("steps are left out here. The replay shows all."), said.text.npos);
  EXPECT_NE(said.text.find("stack_overflow.c:9  × "), said.text.npos) << said.text;
  EXPECT_LT(std::ranges::count(said.text, '\n'), 600);
}

TEST(Processes, OutputAndFoldersOfAProgramAreItsOwn) {
  const Said said =
      linnet("run " +
             source("talks",
                    "(void)!chdir(\"/\"); static char text[1 << 16]; std::memset(text, 'x', sizeof text);"
                    "for (int i = 0; i < 160; ++i) (void)!write(1 + i % 2, text, sizeof text);") +
             " --quiet --json");
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.json().at("verdict"), "pass");
}

// What a static constructor prints is none of the result.
TEST(Processes, ResultsAreAloneOnStandardOutput) {
  const Said said =
      linnet("run " + constructor_source("greets", "(void)!write(1, \"hello\\n\", 6);") + " --json");
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.json().at("verdict"), "pass") << said.text;
}

TEST(Processes, ABlockedProgramIsEndedAtItsTime) {
  const Said said = linnet("run " + source("blocks", "raise(SIGSTOP);") + " --time 1s");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.text.find("time limit of 1 s reached, and the program did not answer any more"),
            std::string::npos)
      << said.text;
}

TEST(Processes, OtherProgramsAreRefused) {
  const Said said = complaint("run /bin/true");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("was it linked with a library of linnet?"), std::string::npos) << said.text;
}

// A program that says hello in another version of the protocol.
TEST(Processes, AnotherVersionIsRefused) {
  const std::string file = scratch_file("other_version.c", R"code(
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  const char version[] = "9.9";
  struct { uint32_t mark, kind; uint64_t size; uint32_t protocol; } __attribute__((packed)) head =
      {0x4c4e5431, 0, 4 + 8 + 3, 999};
  uint64_t length = 3;
  int socket = atoi(getenv("LINNET_SOCKET"));
  write(socket, &head, sizeof head);
  write(socket, &length, sizeof length);
  write(socket, version, 3);
  sleep(20);
})code");
  const std::string built = file.substr(0, file.size() - 2);
  ASSERT_TRUE(run_child({"gcc", "-w", file, "-o", built}).succeeded());
  const Said said = complaint("run " + built);
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("linked with a library of linnet 9.9 (protocol 999)"), std::string::npos)
      << said.text;
}

// Processes with this in their environment which are not just waiting to be forgotten.
std::size_t running_with(const std::string& mark) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    count += text.find(mark) != text.npos;
  }
  return count;
}

template <class Condition>
bool soon(const Condition& condition) {
  for (int i = 0; i < 600; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

// A run in a temporary folder of its own.
class MarkedRun {
 public:
  explicit MarkedRun(std::vector<std::string> words) {
    folder_ = scratch_file("temporary_" + std::to_string(++runs));
    std::filesystem::create_directories(folder_);
    mark_ = "TMPDIR=" + folder_;
    setenv("TMPDIR", folder_.c_str(), 1);
    words.insert(words.begin(), LINNET_PROGRAM);
    child_ = start_child(words, "", 1);
    unsetenv("TMPDIR");
  }
  std::size_t processes() const { return running_with(mark_); }
  // Ends it by a signal. Afterwards nothing is left of it.
  void end_by(int signal) {
    kill(child_.process, signal);
    wait_for_child(child_.process);
    close(child_.output);
    EXPECT_TRUE(soon([&] { return processes() == 0; })) << strsignal(signal);
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << strsignal(signal);
  }

 private:
  static inline int runs = 0;
  std::string folder_, mark_;
  StartedChild child_;
};

TEST(Processes, NothingIsLeftOfAnEndedLinnet) {
  const std::string endless =
      source("endless",
             "std::atomic<int> x{0}, y{0}; auto f = [&] { for (int i = 0; i < 9; ++i) ++x, ++y; };"
             "std::thread a(f), b(f), c(f); a.join(); b.join(); c.join();");
  const std::string early = constructor_source("waits_early", "for (;;) pause();");
  const std::string generated = program("object/mutex_map.cpp"), native = program("object/counters.cpp");
  struct Phase {
    std::vector<std::string> words;
    std::size_t processes;  // that show that it has come so far
  };
  const Phase phases[] = {
      {{"run", endless}, 3},  // linnet, the keeper of its folder and a compiler
      {{"run", early}, 3},
      {{"run", endless, "--strategy", "dpor"}, 4},  // one that waits, and one that explores
      {{"run", generated, "--generate", "all", "--jobs", "2"}, 7},
      {{"stress", native, "--duration", "600s"}, 4},
  };
  for (const auto& [words, processes] : phases) {
    for (const int signal : {SIGKILL, SIGTERM, SIGINT}) {
      MarkedRun run(words);
      EXPECT_TRUE(soon([&] { return run.processes() >= processes; })) << words[1];
      run.end_by(signal);
    }
  }
}

TEST(Processes, AFolderThatIsNoneIsBadInput) {
  const std::string simple = source("simple", "");
  const auto run_with = [&](const std::string& folder) {
    setenv("TMPDIR", folder.c_str(), 1);
    const Said said = complaint("run " + simple);
    unsetenv("TMPDIR");
    return said;
  };
  EXPECT_EQ(run_with("").status, 0) << "as if it was not set";
  for (const std::string& folder : {std::string("/nonexistent"), simple, std::string("/proc")}) {
    const Said said = run_with(folder);
    EXPECT_EQ(said.status, 2);
    EXPECT_NE(said.text.find("cannot make a temporary folder"), std::string::npos) << said.text;
    EXPECT_NE(said.text.find(folder), std::string::npos) << said.text;
  }
}

}  // namespace
}  // namespace linnet
