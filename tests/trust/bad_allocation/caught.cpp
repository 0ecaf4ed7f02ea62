// new of more memory than there is throws, as promised, and the program catches it.
// exit: 0
// says: pass
#include <new>
#include <vector>

int main() {
  std::vector<long> numbers;
  try {
    numbers.reserve(numbers.max_size());
  } catch (const std::bad_alloc&) {
    return 0;
  }
  return 1;
}
