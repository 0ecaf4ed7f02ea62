// Twins: what makes two threads twins, and what tells them apart.
#include "runtime/hooks/twins.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "runtime/graphs/graph_memory.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/inspect.hpp"

namespace linnet::runtime {
namespace {

bool touch_the_same(const Step& a, const Step& b) {
  const auto are_same = [](const Access& x, const Access& y) {
    return x.address == y.address && x.size == y.size && x.writes == y.writes;
  };
  // The first one may have been made the twin of an older one: then its birth is another.
  const auto without_birth = [](const Step& step) {
    return step.touched().first(std::min<std::size_t>(step.access_count, step.birth));
  };
  return std::ranges::equal(without_birth(a), without_birth(b), are_same) && a.guard == b.guard &&
         a.operand == b.operand && a.calls == b.calls;
}

// Room for the end of the thread, the birth of its children, and its own beginning.
bool has_room(const Step& step) {
  return step.access_count + 3u <= Step::kMostAccesses;
}

bool waits_at_first_step(const Thread& thread) {
  return thread.started && !thread.finished && thread.had_step && !thread.twin.moved &&
         thread.children == 0 && !thread.twin.knows_itself;
}

// The argument of a std::thread is a block that only the new thread uses, and frees. Programs have few functions that threads begin
// with, so the answer for the last one is kept.
bool is_std_thread(const Thread& thread) {
  static std::pair<void* (*)(void*), bool> last{};
  if (last.first == thread.start) return last.second;
  const OutsideProgram outside;
  Dl_info info{};
  const bool found =
      dladdr(reinterpret_cast<const void*>(thread.start), &info) != 0 && info.dli_fname != nullptr;
  last = {thread.start,
          found && std::string_view(info.dli_fname).find("/libstdc++.so") != std::string_view::npos};
  return last.second;
}

bool have_same_argument(const Thread& a, const Thread& b) {
  if (a.argument == b.argument) return true;
  if (a.start != b.start || !is_std_thread(a)) return false;
  const auto first = heap_block(address_of(a.argument)), second = heap_block(address_of(b.argument));
  return first && second && !first->freed && !second->freed && first->size == second->size &&
         first->address == address_of(a.argument) && second->address == address_of(b.argument) &&
         std::memcmp(a.argument, b.argument, first->size) == 0;
}

bool are_alike(const Thread& a, const Thread& b) {
  const Step &first = a.pending.expected, &second = b.pending.expected;
  return waits_at_first_step(a) && waits_at_first_step(b) && a.start == b.start && a.born == b.born &&
         a.pc == b.pc && a.detached == b.detached && has_room(first) && has_room(second) &&
         touch_the_same(first, second) && have_same_argument(a, b);
}

}  // namespace

void look_for_twin(Thread& parent, Thread& child) {
  Thread* const older = std::exchange(parent.youngest, &child);
  const RuntimeOptions& options = current.execution->options();
  const bool wanted = options.cuts.symmetry && current.graph == nullptr && current.persistence == nullptr;
  if (!wanted || older == nullptr || !are_alike(*older, child)) return;
  if (older->twin.first == nullptr) {
    older->twin.first = older;
    older->twin.unjoined = 1;
  }
  child.twin.first = older->twin.first;
  child.twin.older = older;
  ++const_cast<Thread*>(child.twin.first)->twin.unjoined;
  older->pending.expected.touch(beginning(older->number), 1, true);
  Step& step = child.pending.expected;
  if (step.birth == Step::kNotBorn) {
    step.birth = step.access_count;
    step.touch(beginning(older->number), 1, false);
  } else {
    step.accesses[step.birth] = {beginning(older->number), 1, false};
  }
}

void looks_at_itself() {
  if (!scheduled()) return;
  Thread& thread = self();
  thread.twin.knows_itself = true;
  is_looked_at(thread);
}

void is_looked_at(const Thread& thread) {
  if (thread.twin.first != nullptr) give_up_cut(WrongCut::symmetry);
}

void before_join(Thread& joining, const Thread& thread) {
  if (joining.twin.joined == thread.twin.first) joining.twin.joined = nullptr;
}

void after_join(Thread& joining, const Thread& thread) {
  if (thread.twin.first == nullptr) return;
  auto& first = *const_cast<Thread*>(thread.twin.first);
  if (--first.twin.unjoined != 0) joining.twin.joined = &first;
}

// What glibc does: the address of what belongs to the thread.
LINNET_EXPORT pthread_t pthread_self() noexcept {
  looks_at_itself();
  pthread_t identity;
  asm("movq %%fs:16, %0" : "=r"(identity));
  return identity;
}

}  // namespace linnet::runtime
