// Nearly wrong: only code that Linnet does not see has written: system calls, functions of libc, and the C++ library.
// exit: 0
// says: complete
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

std::atomic<int>* fresh() {
  return static_cast<std::atomic<int>*>(std::malloc(sizeof(int)));
}

int main() {
  int ends[2];
  const int seven = 7;
  assert(pipe(ends) == 0 && write(ends[1], &seven, sizeof seven) == sizeof seven);
  auto* from_pipe = fresh();
  assert(read(ends[0], static_cast<void*>(from_pipe), sizeof seven) == sizeof seven);
  assert(from_pipe->load() == 7);
  auto* copied = fresh();
  std::memcpy(static_cast<void*>(copied), &seven, sizeof seven);
  assert(copied->load() == 7);
  auto* printed = static_cast<std::atomic<char>*>(std::malloc(16));
  std::sprintf(reinterpret_cast<char*>(printed), "%s", "seventeen");
  assert(printed[8].load() == 'n' && printed[9].load() == 0);
  auto* text = static_cast<std::atomic<char>*>(std::malloc(4));
  std::strcpy(reinterpret_cast<char*>(text), "abc");
  assert(text[2].load() == 'c');
  std::ostringstream stream;
  stream << std::string(100, 'x') << 12345;
  assert(stream.str().size() == 105);
}
