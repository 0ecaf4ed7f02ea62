# Ctrl-C ends a run whose program does not answer.
# exit: 3
# says: interrupted
cat > stopped.c <<'C'
#include <signal.h>
int main(void) { raise(SIGSTOP); return 0; }
C
timeout 60 linnet run stopped.c &
run=$!
linnet=""
for i in $(seq 600); do
  linnet=$(pgrep -P $run -x linnet) && pgrep -P "$linnet" >/dev/null && pgrep -r T -P "$(pgrep -d, -P "$linnet")" >/dev/null && break
  sleep 0.1
done
kill -INT "$linnet"
wait $run
