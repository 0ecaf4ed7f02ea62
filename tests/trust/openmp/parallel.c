// A right program that Linnet cannot run: OpenMP's threads wait for each other inside its library.
// run: linnet run --time 10m {} -- -fopenmp
// exit: 3
// says: OpenMP
#include <omp.h>

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += omp_get_thread_num();
  return sum != 1;
}
