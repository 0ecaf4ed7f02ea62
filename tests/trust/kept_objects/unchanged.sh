# What did not change is not compiled again, whatever the times of the files are.
# exit: 0
# says: (?s)pass.*pass.*compiled 1 times
. "$(dirname "$0")/compiler.bash"
run
touch program.c value.h
run
compiled
