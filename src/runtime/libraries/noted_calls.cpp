// Calls of functions that access memory for their caller: the slots that hold their addresses get ours.
//
// The program's own calls of memcpy and its like are told to the linker (--wrap, in cmake/flags/link), since constructors make them, too.
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "base/raw_syscall.hpp"
#include "runtime/libraries/noted_call.hpp"
#include "runtime/libraries/unlisted_functions.hpp"
#include "runtime/memory/module.hpp"

namespace linnet::runtime {
namespace {

// The loader has made some of the slots read-only.
void write_slot(std::uint64_t slot, const void* function) {
  constexpr std::uint64_t kPage = 4096;
  raw_syscall(SYS_mprotect, static_cast<long>(slot & ~(kPage - 1)), static_cast<long>(kPage),
              PROT_READ | PROT_WRITE);
  std::memcpy(reinterpret_cast<void*>(slot), &function, sizeof function);
}

const void* read_slot(std::uint64_t slot) {
  const void* function = nullptr;
  std::memcpy(&function, reinterpret_cast<const void*>(slot), sizeof function);
  return function;
}

bool find_real(const StandIn& ours) {
  if (ours.real == nullptr || *ours.real != nullptr) return true;
  *ours.real = dlsym(RTLD_DEFAULT, std::string(ours.name).c_str());
  return *ours.real != nullptr;
}

const StandIn* stand_in_for(std::string_view name) {
  for (const auto table : {text_functions, format_functions, stream_functions, cpp_functions}) {
    for (const StandIn& ours : table()) {
      if (name == ours.name) return &ours;
    }
  }
  return nullptr;
}

}  // namespace

void redirect_noted_calls() {
  for_each_call_of_program([](std::string_view name, std::uint64_t slot) {
    const StandIn* ours = stand_in_for(name);
    if (ours != nullptr) {
      if (find_real(*ours)) write_slot(slot, ours->function);
    } else if (const void* other = stand_in_for_unlisted(name, read_slot(slot))) {
      write_slot(slot, other);
    }
  });
}

}  // namespace linnet::runtime
