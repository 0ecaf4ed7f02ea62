# A header that changed makes another object: the verdict is about the source as it is. So does one that is found first.
# exit: 0
# says: (?s)pass.*violation.*pass.*violation.*compiled 3 times
. "$(dirname "$0")/compiler.bash"
run
echo '#define VALUE 2' > value.h
run
echo '#define VALUE 1' > value.h
run
sed -i 's/"value.h"/<value.h>/' program.c
mkdir first second
echo '#define VALUE 1' > second/value.h
echo '#define VALUE 2' > first/value.h
run -- -Ifirst -Isecond
compiled
