# A program with more executions than anyone can wait for, and how to explore it in the background.
cat > endless_$$.c <<'END'
#include <pthread.h>
static int cells[4];
static void *meet(void *first) {
  for (int i = 0; i < 40; ++i) __atomic_fetch_add(&cells[(*(int *)first + i) % 4], 1, __ATOMIC_SEQ_CST);
  return first;
}
int main(void) {
  pthread_t threads[4];
  int first[4] = {0, 1, 2, 3};
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, meet, &first[i]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return 0;
}
END
# In a process of its own: `$!` is linnet. It is interrupted by default, unlike what a shell starts in the background.
start() {
  touch started
  sleep 0.01
  python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp("linnet", sys.argv[1:])' \
    linnet run --strategy dpor --json --checkpoint state endless_$$.c > out &
  linnet=$!
}
wait_for_save() { until [ state -nt started ]; do sleep 0.05; kill -0 $linnet || exit 20; done; }
# The number of executions that the checkpoint is after.
position() {
  python3 - <<'END'
import json
print(int(json.loads(open("state").read().splitlines()[2])["position"].split()[2], 16))
END
}
wait_for_end_of_program() { while grep -qs "^endless_$$" /proc/[0-9]*/comm; do sleep 0.05; done; }
