/* A loop without any scheduling point is ended by the clock.
   explore: dfs:1
   outcomes: limit */
int main(void) {
  for (volatile int i = 0;; i = 1 - i) {
    __asm__ volatile("");
    int *p = (int *)&i;
    (void)p;
  }
}
