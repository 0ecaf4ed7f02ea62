// A program that checks history files against specifications of your own, with all options of `linnet check`:
//
//   int main(int argc, char** argv) { return linnet::check_main(argc, argv, {my_spec}); }
//
// If there is one specification, it is the default; --spec chooses among several, and among the built-in ones.
// Link with Linnet::check.
#pragma once

#include <vector>

#include "linnet/spec.hpp"

namespace linnet {

int check_main(int argc, char** argv, std::vector<Spec> specs);

}  // namespace linnet
