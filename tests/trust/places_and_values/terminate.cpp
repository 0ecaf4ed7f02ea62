// The C++ library aborts: the function that asked for it is to blame, not one that called it.
// run: linnet run {} -- -O1
// exit: 1
// says: Thread 0: Aborted in gives_up\(\) at terminate.cpp:8\.|Thread 0: Aborted in gives_up at terminate.cpp:8\.
#include <exception>

__attribute__((noinline)) static void gives_up() {
  std::terminate();
}

__attribute__((noinline)) static void calls() {
  gives_up();
  asm volatile("");
}

int main() {
  calls();
}
