# A source with neither tests nor a main belongs to each program; each main is a program, too.
# exit: 1
# says: pass +shared.c one.c +
# says: violation +shared.c two.c +
# says: Replay: linnet replay \S+ shared.c two.c
# never: three
cat > shared.c <<'END'
int lost(int *n, int atomically) { return atomically ? __atomic_fetch_add(n, 1, 5) : (__atomic_store_n(n, __atomic_load_n(n, 5) + 1, 5), 0); }
END
write_main() {  # NAME, ATOMICALLY
  cat > $1.c <<END
#include <assert.h>
#include <pthread.h>
int lost(int *n, int atomically);
static int n;
static void *add(void *unused) { lost(&n, $2); return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  lost(&n, $2);
  pthread_join(thread, 0);
  assert(n == 2);
  return 0;
}
END
}
write_main one 1
write_main two 0
linnet run shared.c one.c two.c
