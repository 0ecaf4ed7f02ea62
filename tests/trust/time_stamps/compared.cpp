// Wrong for one order of two stamps that nothing orders: the first thread's is earlier, or later. By default one of these faults is found, and the
// result says that another order was not tried. With --clock shared both are found.
// run: for wrong in '<' '>'; do for clock in own shared; do linnet run --time 60s --strategy dpor --clock $clock {} -- "-DWRONG=$wrong"; done; done
// exit: 1
// says: (?s)violation.*violation.*pass.*one order of clock readings; clocks were read in no order at 2 places: --clock shared tries every order.*violation
// never: complete
#include <x86intrin.h>

#include <cassert>
#include <thread>

int main() {
  unsigned long long one = 0, other = 0;
  std::thread first([&] { one = __rdtsc(); });
  std::thread second([&] { other = __rdtsc(); });
  first.join();
  second.join();
  assert(!(one WRONG other));
}
