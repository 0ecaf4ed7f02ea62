# Nearly a checkpoint: one that was cut off in the middle is refused, and what was being written beside it is no checkpoint.
# exit: 0
# says: state: (not a checkpoint|this checkpoint is cut off): remove it to start anew
# says: unknown
. "$(dirname "$0")/endless.bash"
linnet run --executions 200 --checkpoint state endless_$$.c
[ $? = 3 ] || exit 10
cp state whole
head -c $(($(stat -c %s state) / 2)) whole > state.new
linnet run --executions 300 --checkpoint state endless_$$.c
[ $? = 3 ] || exit 11
head -c 200 whole > state
linnet run --checkpoint state endless_$$.c
[ $? = 2 ]
