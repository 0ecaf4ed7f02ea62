# A compiler that counts what it compiles, and a cache of this case's own.
export LINNET_CACHE=$PWD/cache
cat > counting_compiler <<'END'
#!/bin/bash
case " $* " in *" -c "*) echo compiled >> "$(dirname "$0")/count" ;; esac
exec gcc "$@"
END
chmod +x counting_compiler
touch count
run() { linnet run program.c --compiler "$PWD/counting_compiler" "$@" | head -1; }
compiled() { echo "compiled $(wc -l < count) times"; }
cat > program.c <<'END'
#include <assert.h>
#include "value.h"
int main(void) {
  assert(VALUE == 1);
  return 0;
}
END
echo '#define VALUE 1' > value.h
