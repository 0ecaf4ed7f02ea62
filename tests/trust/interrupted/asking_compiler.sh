# Ctrl-C while a compiler is asked what it is, and does not answer: nothing is known, and the compiler does not go on.
# exit: 3
# says: interrupted
. "$(dirname "$0")/interrupt.bash"
echo 'int main(void) { return 0; }' > source.c
cat > silent_compiler <<'END'
#!/bin/bash
echo $$ > asked
exec sleep 1000
END
chmod +x silent_compiler
interrupt '[ -s asked ]' linnet run source.c --compiler ./silent_compiler
status=$?
while kill -0 "$(cat asked)" 2> /dev/null; do sleep 0.05; done
exit $status
