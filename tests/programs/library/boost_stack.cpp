// boost::lockfree::stack, unmodified: every pushed element is popped once. Its races (boost_stack_races.cpp) are steps here.
// explore: dpor:1000000
// options: races=explore
// outcomes: completed
// complete: yes
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int> stack(4);
  int a = 0, b = 0;
  std::thread one([&] {
    stack.push(1);
    stack.pop(a);
  });
  std::thread other([&] {
    stack.push(2);
    stack.pop(b);
  });
  one.join();
  other.join();
  assert(a + b == 3 && a * b == 2);
  assert(stack.empty());
}
