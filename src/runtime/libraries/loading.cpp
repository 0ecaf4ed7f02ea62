// dlopen and dlclose, and the trial executions for them.
#include "runtime/libraries/loading.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/memory/standard_streams.hpp"

namespace linnet::runtime {
namespace {

// TBB takes memory from the first of these libraries if it exists, and from malloc if not; the mappings of
// that library would outlive an execution. The second one tells TBB which processors are close to each other.
bool does_without(std::string_view file) {
  return file.find("libtbbmalloc") != file.npos || file.find("libtbbbind") != file.npos;
}

constinit std::vector<std::string> unseen;
constinit std::vector<std::string> looked_for;  // before the first execution; not all were found

bool was_looked_for(const char* file) {
  return std::ranges::find(looked_for, file) != looked_for.end();
}

bool is_loaded(const char* file) {
  void* module = LINNET_REAL(dlopen)(file, RTLD_LAZY | RTLD_NOLOAD);
  if (module != nullptr) LINNET_REAL(dlclose)(module);
  return module != nullptr;
}

// Runs the threads in the order of their numbers, each as far as it can go.
class OneAfterTheOther final : public Strategy {
 public:
  bool next_execution() override { return false; }
  ThreadNumber pick(std::span<const Ready> ready) override { return ready.front().thread; }
  std::uint32_t choose(std::uint32_t) override { return 0; }
};

}  // namespace

void load_libraries_first(const RuntimeOptions& options) {
  constexpr std::size_t kMost = 64;
  static bool done = false;
  if (std::exchange(done, true) || !program_imports("dlopen")) return;
  const std::vector<std::string> before = unwatched_files();
  while (looked_for.size() < kMost) {
    OneAfterTheOther strategy;
    standard_input().rewind();
    const RanExecution tried = run_in_child(strategy, options);
    standard_output().take(OutputCapture::Look::closely);  // this output was not asked for
    const auto* unsupported = std::get_if<Unsupported>(&tried.ending.what);
    if (unsupported == nullptr || unsupported->library.empty()) break;
    looked_for.push_back(unsupported->library);
    LINNET_REAL(dlopen)(unsupported->library.c_str(), RTLD_NOW);
  }
  for (std::string& file : unwatched_files()) {
    if (std::ranges::find(before, file) == before.end()) unseen.push_back(std::move(file));
  }
}

const std::vector<std::string>& unseen_files() {
  return unseen;
}

void join_unseen_files(const std::vector<std::string>& others) {
  for (const std::string& file : others) {
    if (std::ranges::find(unseen, file) == unseen.end()) unseen.push_back(file);
  }
}

LINNET_EXPORT void* dlopen(const char* file, int mode) {
  if (file != nullptr && does_without(file)) return nullptr;
  if (scheduled() && file != nullptr && !is_ground_code(LINNET_PC) && !is_loaded(file) &&
      !was_looked_for(file))
    fail(Unsupported{"dlopen(\"" + std::string(file) + "\") in some executions only", file}, LINNET_PC);
  return LINNET_REAL(dlopen)(file, mode);
}

// Libraries that are open stay open: the next execution starts with them.
LINNET_EXPORT int dlclose(void* module) {
  return scheduled() ? 0 : LINNET_REAL(dlclose)(module);
}

}  // namespace linnet::runtime
