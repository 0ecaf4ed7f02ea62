// Commands that the program runs with a shell: they are run in every execution.
//
// A command runs beside the program without its scheduler: its effects are as much outside as those of a
// file. If an execution ends before it has closed its commands, they are closed then.
#include <stdio.h>
#include <stdlib.h>

#include <vector>

#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/virtual_clock.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

constinit std::vector<FILE*> commands;  // of this execution, not yet closed

// Child processes inherit that time stamps fault, and have no runtime that would handle the faults.
class TimeStampsOfChildren {
 public:
  TimeStampsOfChildren() { allow_time_stamps(); }
  ~TimeStampsOfChildren() { trap_time_stamps(); }
  TimeStampsOfChildren(const TimeStampsOfChildren&) = delete;
  TimeStampsOfChildren& operator=(const TimeStampsOfChildren&) = delete;
};

}  // namespace

void close_commands() {
  for (FILE* command : commands) LINNET_REAL(pclose)(command);
  commands.clear();
}

LINNET_EXPORT int system(const char* command) {
  if (!scheduled()) return LINNET_REAL(system)(command);
  const TimeStampsOfChildren allowed;
  ++self().progress;
  const OutsideProgram outside;
  return LINNET_REAL(system)(command);
}

LINNET_EXPORT FILE* popen(const char* command, const char* mode) {
  if (!scheduled()) return LINNET_REAL(popen)(command, mode);
  const TimeStampsOfChildren allowed;
  const OutsideProgram outside;
  FILE* stream = LINNET_REAL(popen)(command, mode);
  if (stream != nullptr) commands.push_back(stream);
  ++self().progress;
  return stream;
}

LINNET_EXPORT int pclose(FILE* stream) {
  if (scheduled()) std::erase(commands, stream);
  const OutsideProgram outside;
  return LINNET_REAL(pclose)(stream);
}

}  // namespace linnet::runtime
