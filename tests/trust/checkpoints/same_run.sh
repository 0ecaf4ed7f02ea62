# A run that was stopped three times comes to the same end, whatever its limits and outputs were.
# exit: 0
# says: "executions": 252
# says: "complete": true
. "$(dirname "$0")/program.bash"
run="linnet run --strategy dpor --no-cut --checkpoint state program.c"
$run --executions 50 -- -O1 -- 3 < input && exit 1
$run --executions 60 --memory 2GB --json -- -O1 -- 3 < input > out && exit 1
$run --executions 70 --time 10m --quiet -- -O1 -- 3 < input && exit 1
$run --json -- -O1 -- 3 < input
