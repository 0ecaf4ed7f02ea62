# Ctrl-C while the compiler is at work: nothing is known, and the compiler does not go on.
# exit: 3
# says: interrupted
. "$(dirname "$0")/interrupt.bash"
echo 'int main(void) { return 0; }' > source.c
cat > slow_compiler <<'END'
#!/bin/bash
case "$*" in *--version*) exec gcc --version ;; esac
echo $$ > compiling
exec sleep 1000
END
chmod +x slow_compiler
interrupt '[ -s compiling ]' linnet run source.c --compiler ./slow_compiler
status=$?
while kill -0 "$(cat compiling)" 2> /dev/null; do sleep 0.05; done
exit $status
