# Nobody reads the result to its end: the exit status is that of the verdict all the same.
# exit: 0
# says: statuses 1 1 1 0
# never: internal error|Broken pipe|cannot write
cat > wrong.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 2000; ++i) puts("a line that fills the pipe and the buffer before it");
  abort();
}
END
statuses() { echo "${PIPESTATUS[0]}"; }
a=$(linnet run wrong.c | true; statuses)
b=$(linnet run --json wrong.c | true; statuses)
printf '%s\n' '{"type":"call","thread":0,"op":"deq","args":[]}' '{"type":"return","thread":0,"result":7}' > bad.jsonl
c=$(linnet check bad.jsonl --spec queue | true; statuses)
d=$(linnet --help | true; statuses)
echo "statuses $a $b $c $d"
