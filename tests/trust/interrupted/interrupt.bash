# interrupt CONDITION COMMAND...: runs the command until the condition holds, which may ask about $process; then presses Ctrl-C.
interrupt() {
  local ready=$1
  shift
  python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])' "$@" &
  local process=$!
  until eval "$ready"; do sleep 0.05; kill -0 $process || return 20; done
  kill -INT $process
  wait $process
}
