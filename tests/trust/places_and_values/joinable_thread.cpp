// A std::thread that is neither joined nor detached is destroyed.
// run: for o in -O0 -O1; do linnet run {} -- $o; done
// exit: 1
// says: Thread 0 destroys a std::thread that was neither joined nor detached, in start at joinable_thread.cpp:10\.
// never: Aborted
#include <thread>

__attribute__((noinline)) static void start() {
  std::thread thread([] {});
}

int main() { start(); }
