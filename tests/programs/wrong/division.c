/* SIGFPE.
   explore: dfs:5
   outcomes: crash
   failure: signal 8 */
int main(int argc, char **argv) {
  volatile int zero = 0;
  (void)argv;
  return argc / zero;
}
