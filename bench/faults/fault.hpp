// What the programs with faults share. FAULT says which fault the program has; without one it is correct.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <thread>

#ifndef FAULT
#define FAULT 0
#endif

// Runs all of them at once, and waits for their ends.
template <class... Body>
void together(Body... body) {
  std::thread threads[] = {std::thread(body)...};
  for (std::thread& thread : threads) thread.join();
}
