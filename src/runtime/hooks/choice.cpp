// linnet::choose: a step that touches nothing and may turn out in several ways.
#include "linnet/choose.hpp"

#include "runtime/execution.hpp"
#include "runtime/hooks/export.hpp"

namespace linnet::runtime {

LINNET_EXPORT unsigned linnet_choose(unsigned alternatives) {
  if (!scheduled() || alternatives < 2) return 0;
  next_step(LINNET_PC);
  take_turn();
  ++self().progress;
  return current.execution->choose(alternatives);
}

}  // namespace linnet::runtime
