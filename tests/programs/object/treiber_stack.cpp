// A correct stack, and the same one with ABA.
#include <linnet/test.hpp>

#include "treiber_stack.hpp"
#include "unfused.hpp"

template <bool frees_nodes>
void declare(const char* scenario) {
  using Stack = TreiberStack<frees_nodes>;
  linnet::object<Stack>()
      .operation("push",
                 [](Stack& stack, int value) {
                   const Fence fence;
                   stack.push(value);
                 })
      .operation("pop",
                 [](Stack& stack) {
                   const Fence fence;
                   return stack.pop();
                 })
      .spec("stack")
      .scenario(scenario);
}

LINNET_TEST(treiber_stack) {
  declare<false>("push(1) ; pop() | push(2) pop() ; pop()");
}

LINNET_TEST(aba_stack) {
  declare<true>("push(1) push(2) ; pop() | pop() push(3) | pop() ; pop()");
}
