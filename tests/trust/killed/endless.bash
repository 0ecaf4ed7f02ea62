# How to explore the endless program in the background.
cp "$(dirname "$0")/../endless.c" endless_$$.c
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
print(int(json.loads(open("state").read().splitlines()[2])["positions"][0].split()[2], 16))
END
}
wait_for_end_of_program() { while grep -qs "^endless_$$" /proc/[0-9]*/comm; do sleep 0.05; done; }
