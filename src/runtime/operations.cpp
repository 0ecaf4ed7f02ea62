// The main of an object test, and the recording of its calls or of those of the program's own main.
#include "runtime/operations.hpp"

#include <pthread.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/graphs/graph_memory.hpp"
#include "runtime/hooks/export.hpp"
#include "runtime/persistence/persistence.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

struct Chosen : Recorded {
  const ProgramTest* test = nullptr;
  const Scenario* scenario = nullptr;
  std::vector<OperationInGraph> in_graph;  // by call, as they were recorded
};
constinit Chosen chosen;

std::uint32_t crashes() {
  return current.persistence == nullptr ? 0 : current.persistence->crashes();
}

bool is_alone(const Thread& thread) {
  return thread.number == 0;  // main, in init and final
}

// Makes room for the calls of an execution under a memory model.
void make_room_in_graph() {
  if (current.graph == nullptr || chosen.in_graph.size() < kMostOperationsInGraph) return;
  fail_unsupported("more than 64 recorded calls under a memory model", nullptr);
}

void may_crash_here() {
  if (current.persistence != nullptr) current.persistence->may_crash(self(), 0);
}

// No local objects from here to the program's code: its exceptions pass through here.
void call(std::uint32_t number) {
  const PlannedCall& planned = chosen.scenario->calls[number];
  const linnet_operation& operation = chosen.test->operations[planned.operation];
  Thread& thread = self();
  make_room_in_graph();
  thread.operation = number + crashes() * static_cast<std::uint32_t>(chosen.scenario->calls.size());
  if (is_alone(thread)) {
    may_crash_here();
    record_call(thread);
  } else {
    call_in_next_step();
  }
  operation.invoke(operation.context, chosen.object, planned.arguments.data());
}

void run_part(std::size_t part) {
  const std::uint32_t end = chosen.scenario->part_ends[part];
  for (std::uint32_t number = chosen.scenario->part_begin(part); number < end; ++number) call(number);
}

void* run_thread(void* part) {
  run_part(reinterpret_cast<std::uintptr_t>(part));
  return nullptr;
}

// Reserves room for all calls, so that recording allocates nothing.
void start_recording() {
  const OutsideProgram outside;
  const std::size_t crashes = current.persistence == nullptr ? 0 : current.persistence->most_crashes();
  const std::size_t calls = chosen.scenario->calls.size();
  chosen.recording.events.clear();
  chosen.recording.events.reserve(2 * calls * (crashes + 1) + crashes);
  chosen.recording.results.resize(calls * (crashes + 1));
  chosen.recording.finished = chosen.recording.cut = false;
  chosen.in_graph.clear();
}

void make_object() {
  const linnet_object& object = chosen.test->objects.front();
  if (!chosen.test->recovery) {
    chosen.object = object.make(object.context);
    return;
  }
  current.execution->cannot_be_copied();
  chosen.object = persistent_heap().allocate(self().number, object.size, object.alignment);
  object.make_at(object.context, chosen.object);
}

void run_init_and_threads() {
  make_object();
  if (current.persistence != nullptr) current.persistence->begin_with_memory_as_it_is();
  run_part(0);
  for (std::size_t part = 1; part < chosen.scenario->final_part(); ++part) {
    pthread_create(&chosen.threads[part], nullptr, run_thread, reinterpret_cast<void*>(part));
  }
  for (std::size_t part = 1; part < chosen.scenario->final_part(); ++part) {
    pthread_join(chosen.threads[part], nullptr);
  }
}

}  // namespace

// The main of an object test, with a name at which a debugger can stop.
LINNET_EXPORT int linnet_run_scenario(int, char**, char**) {
  if (crashes() == 0) {
    start_recording();
    run_init_and_threads();
  } else if (chosen.test->recovery) {
    chosen.test->recovery->recover(chosen.test->recovery->context, chosen.object);
  }
  run_part(chosen.scenario->final_part());
  may_crash_here();
  if (!chosen.test->recovery) chosen.test->objects.front().destroy(chosen.object);
  chosen.recording.finished = true;
  return 0;
}

void choose_scenario(const ProgramTest& test, const Scenario& scenario) {
  chosen.test = &test;
  chosen.scenario = &scenario;
  program().replace_main(linnet_run_scenario);
  chosen.threads.resize(scenario.part_ends.size());
  chosen.recording = {};
}

std::uint64_t object_under_test() {
  return chosen.test == nullptr ? 0 : reinterpret_cast<std::uint64_t>(chosen.object);
}

const Recording& recording() {
  return chosen.recording;
}

Recorded& recorded() {
  return chosen;
}

std::uint32_t announced_call(ThreadNumber thread) {
  return find_thread(thread)->operation;
}

void set_recording(Recording of_another_process) {
  chosen.recording = std::move(of_another_process);
}

const std::vector<OperationInGraph>& operations_in_graph() {
  return chosen.in_graph;
}

void record_call(const Thread& thread) {
  if (current.graph != nullptr) {
    const OutsideProgram outside;
    const EventLabel next = current.graph->next_event(thread);
    chosen.in_graph.push_back({next.thread, next.index, UINT16_MAX, false});
  }
  chosen.recording.events.push_back({Recording::Event::Kind::call, thread.operation});
}

void record_crash() {
  chosen.recording.events.push_back({Recording::Event::Kind::crash});
}

void record_cut() {
  chosen.recording.cut = true;
}

std::uint32_t crashes_of_chosen_test() {
  return chosen.test == nullptr ? 0 : chosen.test->description.most_crashes();
}

void start_recording_of_main() {
  if (chosen.scenario != nullptr) return;
  chosen.recording = {};
  chosen.in_graph.clear();
}

void record_end_of_main() {
  if (chosen.scenario == nullptr) chosen.recording.finished = true;
}

void record_wait(const Thread& thread) {
  if (chosen.scenario == nullptr && !thread.records_call) chosen.recording.cut = true;
}

namespace {

void note_return_in_graph(const Thread& thread) {
  const EventLabel next = current.graph->next_event(thread);
  for (OperationInGraph& one : chosen.in_graph) {
    if (one.thread != next.thread || one.returned) continue;
    one.end = next.index;
    one.returned = true;
  }
}

void note_return(const Thread& thread, linnet_word result) {
  if (current.graph != nullptr) note_return_in_graph(thread);
  chosen.recording.results[thread.operation] = result;
  chosen.recording.events.push_back({Recording::Event::Kind::ret, thread.operation});
}

// Numbers continue after a crash, so that a call that is repeated then is another call.
RecordedCall describe(Thread& thread, linnet_word object, const char* method, const linnet_word* arguments,
                      std::size_t count) {
  constexpr std::uint32_t kMostCalls = 1 << 24;
  RecordedCall call{.thread = thread.number,
                    .number = crashes() * kMostCalls + thread.calls_recorded++,
                    .object = std::bit_cast<Value>(object),
                    .method = Value(method),
                    .arguments = {}};
  for (std::size_t i = 0; i < count; ++i) call.arguments.push_back(std::bit_cast<Value>(arguments[i]));
  return call;
}

}  // namespace

LINNET_EXPORT void linnet_operation_returned(linnet_word result) {
  const Thread& thread = self();
  if (!is_alone(thread)) return_in_last_step();
  note_return(thread, result);
}

LINNET_EXPORT void linnet_record_call(linnet_word object, const char* method, const linnet_word* arguments,
                                      std::size_t count) {
  if (!scheduled() || chosen.scenario != nullptr) return;
  Thread& thread = self();
  if (thread.records_call) fail_unsupported("a recorded call within a recorded call", LINNET_PC);
  make_room_in_graph();
  {
    const OutsideProgram outside;
    Recording& recording = chosen.recording;
    thread.operation = static_cast<std::uint32_t>(recording.calls.size());
    recording.calls.push_back(describe(thread, object, method, arguments, count));
    recording.results.push_back({});
    const std::size_t most = 2 * recording.calls.size() + crashes() + 1;
    if (recording.events.capacity() < most) recording.events.reserve(2 * most);
  }
  thread.records_call = true;
  current.execution->is_alone(thread) ? record_call(thread) : call_in_next_step();
}

LINNET_EXPORT void linnet_record_return(linnet_word result) {
  Thread& thread = self();
  if (!scheduled() || !thread.records_call) return;
  if (thread.calls_operation || !current.execution->is_alone(thread)) return_in_last_step();
  note_return(thread, result);
  thread.records_call = false;
}

}  // namespace linnet::runtime

// A test program needs no main: the linker finds this one instead, and it is never called.
__attribute__((visibility("default"))) int main() {
  std::fputs("this program has neither a main nor a LINNET_TEST\n", stderr);
  return 2;
}
