// The scenario of object/ms_queue.cpp as a program with its own main.
#include <linnet/record.h>

#include <thread>

#include "../object/ms_queue.hpp"

int main() {
  MsQueue queue;
  const auto run = [&queue](int value) {
    linnet::record("enq", value, [&] { queue.push(value); });
    linnet::record("deq", [&] { return queue.try_pop(); });
  };
  std::thread first(run, 1), second(run, 2);
  first.join();
  second.join();
}
