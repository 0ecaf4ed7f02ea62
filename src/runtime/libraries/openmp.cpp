// OpenMP, which is not supported: its threads wait for each other inside its library, where we cannot
// schedule them. It is reported as soon as it starts threads, or takes a lock that threads of the program
// share.
#include <algorithm>
#include <string>

#include "runtime/execution.hpp"
#include "runtime/hooks/export.hpp"
#include "runtime/libraries/redirect.hpp"

namespace linnet::runtime {
namespace openmp {

template <std::size_t size>
struct Name {
  char text[size]{};
  constexpr Name(const char (&name)[size]) { std::copy_n(name, size, text); }
};

template <Name name>
void refuse() {
  std::string called = name.text;
  if (called.ends_with('*')) called.pop_back();
  if (scheduled()) fail_unsupported("OpenMP (" + called + ")", LINNET_PC);
}

template <Name name>
constexpr StandIn refused() {
  return {name.text, reinterpret_cast<const void*>(refuse<name>)};
}

}  // namespace openmp

void redirect_openmp() {
  using openmp::refused;
  const StandIn of_gcc[] = {
      refused<"GOMP_parallel*">(), refused<"GOMP_teams*">(),        refused<"GOMP_critical*">(),
      refused<"GOMP_atomic*">(),   refused<"omp_set_lock">(),       refused<"omp_set_nest_lock">(),
      refused<"omp_test_lock">(),  refused<"omp_test_nest_lock">(),
  };
  redirect("/libgomp.so", of_gcc);
  const StandIn of_llvm[] = {
      refused<"__kmpc_fork*">(),      refused<"__kmpc_critical*">(), refused<"omp_set_lock">(),
      refused<"omp_set_nest_lock">(), refused<"omp_test_lock">(),    refused<"omp_test_nest_lock">(),
  };
  redirect("/libomp.so", of_llvm);
}

}  // namespace linnet::runtime
