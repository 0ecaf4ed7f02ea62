# At a terminal, Linnet's own colours are there, and those of the program are not.
# exit: 0
# says: own colours only
cat > prints.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  printf("\033[35mhers\033[0m\n");
  fflush(stdout);
  abort();
}
END
cat > sit.py <<'END'
import os, pty
shown = b""
def read(screen):
    global shown
    text = os.read(screen, 4096)
    shown += text
    return text
pty.spawn(["linnet", "run", "prints.c"], read)
if b"\x1b[31m" in shown and b"\\x1b[35mhers\\x1b[0m" in shown and b"\x1b[35m" not in shown:
    print("own colours only")
END
python3 sit.py < /dev/null
