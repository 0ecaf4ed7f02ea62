// Model versions of the exploration programs whose numbers of traces are known (fai.c, readers.c, ...).
#pragma once

#include "model_program.hpp"

namespace linnet::model {

Program fai(int n);
Program readers(int n);
Program lastzero(int n);
Program indexer(int n);
// `threads` threads, each with `ops` pushes then `ops` pops, or enqueues then dequeues.
Program treiber(int threads, int ops);
Program msqueue(int threads, int ops);
// Peterson's lock, taken and released once by two threads. `forgets`: a round of the loop leaves nothing in registers.
Program peterson(bool forgets);

}  // namespace linnet::model
