// A program that checks history files against your own specifications, with all options of `linnet check`:
//
//   int main(int argc, char** argv) { return linnet::check_main(argc, argv, {my_spec}); }
//
// If there is one specification, it is the default; --spec chooses among several, and among the built-in
// ones. The program starts `linnet`, which reads the files, decides, and asks this program what a method does
// in a state. Link with Linnet::check.
#pragma once

#include <utility>
#include <vector>

#include "linnet/detail/own_spec.hpp"

namespace linnet {

inline int check_main(int, char** argv, std::vector<Spec> specs) {
  std::vector<const linnet_own_spec*> declared;
  for (Spec& spec : specs) declared.push_back(detail::own_spec(std::move(spec)));
  return linnet_check_main(argv, declared.data(), declared.size());
}

}  // namespace linnet
