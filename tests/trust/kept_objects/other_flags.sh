# Nearly the same: another flag makes another object, and a warning is to be seen each time.
# exit: 0
# says: (?s)pass.*violation.*compiled 2 times.*unused.*unused.*compiled 4 times
. "$(dirname "$0")/compiler.bash"
sed -i 's/#define VALUE 1/#ifndef VALUE\n#define VALUE 1\n#endif/' value.h
run
run -- -DVALUE=2
compiled
sed -i 's/int main/static int unused;\nint main/' program.c
for _ in 1 2; do linnet run program.c --compiler "$PWD/counting_compiler" -- -Wall 2>&1; done
compiled
