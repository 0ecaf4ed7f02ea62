// Wrong: a block that was written, freed and given out again was never written.
// exit: 1
// says: which was never written
#include <atomic>
#include <cstdlib>

int main() {
  auto* first = new std::atomic<long>[2] { 1, 2 };
  delete[] first;
  auto* second = static_cast<std::atomic<long>*>(std::malloc(16));
  return second[1].fetch_add(1) != 2;
}
