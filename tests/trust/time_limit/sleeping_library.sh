# A thread that waits in code which Linnet cannot see ends with the run, and the run at --time.
# exit: 3
# says: time limit of 1 s reached
cat > stopped.c <<'C'
#include <signal.h>
int main(void) { raise(SIGSTOP); return 0; }
C
timeout 60 linnet run --time 1s stopped.c
