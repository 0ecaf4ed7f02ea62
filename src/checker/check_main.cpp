// check_main() for the specifications of a program (linnet/check_main.hpp).
#include "runtime/hooks/export.hpp"
#include "runtime/object_test.hpp"
#include "worker/server.hpp"

LINNET_EXPORT int linnet_check_main(char** arguments, const linnet_own_spec* const* specs, std::size_t count) {
  linnet::worker::begin(arguments, linnet::LibraryKind::checking);
  for (std::size_t i = 0; i < count; ++i) linnet::runtime::add_specification(*specs[i]);
  linnet::worker::serve_linnet({.kind = linnet::LibraryKind::checking});
  return 0;
}
