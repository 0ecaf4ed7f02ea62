// A wrong program: it is not run, and nothing is said of its race.
// run: linnet run --time 10m {} -- -fopenmp
// exit: 3
// says: OpenMP
// never: Data race
static int shared_value;

int main(void) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; ++i) shared_value += i;
  return 0;
}
