# Ctrl-C while a program is explored that nothing is wrong with so far: unknown, and what was covered is told.
# exit: 3
# says: unknown +endless.c
# says: interrupted
# never: pass
. "$(dirname "$0")/interrupt.bash"
cp "$(dirname "$0")/../endless.c" endless.c
interrupt '[ -f state ]' linnet run endless.c --checkpoint state
