# Nearly a pass: the first test ended well, but Ctrl-C kept the others from being run.
# exit: 3
# says: interrupted
# never: pass .*second
. "$(dirname "$0")/interrupt.bash"
for name in first second; do cp "$(dirname "$0")/../endless.c" $name.c; done
interrupt '[ -f state ]' linnet run first.c second.c --checkpoint state
