# A checkpoint is of one program, one input and one set of options: any other run that would go on from it is refused, by name.
# exit: 0
# says: state: this checkpoint is of a run that differs in its arguments
# says: state: this checkpoint is of a run that differs in its standard input
# says: state: this checkpoint is of a run that differs in its --races
# says: state: this checkpoint is of a run that differs in its --spurious
# says: state: this checkpoint is of a run that differs in its --allocation
# says: state: this checkpoint is of a run that differs in its --leaks
# says: state: this checkpoint is of a run that differs in its --isolate
# says: state: this checkpoint is of a run that differs in its --strategy
# says: state: this checkpoint is of a run that differs in its program
# never: pass
. "$(dirname "$0")/program.bash"
run="linnet run --checkpoint state program.c"
$run --executions 150 -- -O1 -- 3 < input
[ -f state ] || exit 10
refused() { "$@"; [ $? = 2 ] || { echo "accepted: $*"; exit 11; }; }
refused $run -- -O1 -- 2 < input
refused $run -- -O1 -- 3 < other_input
for option in --races=explore --spurious --allocation=quarantine --leaks --isolate=fork --strategy=dpor; do
  refused $run $option -- -O1 -- 3 < input
done
sed -i 's/cell, 1,/cell, 2,/' program.c
refused $run -- -O1 -- 3 < input
