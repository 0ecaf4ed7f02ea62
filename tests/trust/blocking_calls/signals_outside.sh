# Each of these waits for something outside of the program, and is named.
# exit: 0
check() {
  printf '#define _GNU_SOURCE\n#include <poll.h>\n#include <signal.h>\n#include <sys/file.h>\n#include <sys/syscall.h>\n#include <unistd.h>\nint main(void) { sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR1); int n; (void)n; %s; return 0; }\n' "$2" > waits.c
  timeout 60 linnet run waits.c > said.txt 2>&1
  status=$?
  if [ $status != 3 ] || ! grep -q "waits in $1() for something outside" said.txt; then
    echo "$2: $status"
    cat said.txt
    exit 1
  fi
}
check pause 'pause()'
check sigwait 'sigwait(&s, &n)'
check poll 'poll(0, 0, -1)'
check pause 'syscall(SYS_pause)'
