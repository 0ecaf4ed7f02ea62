# A run that is killed goes on from where it stood a moment before, as often as it is killed ($1 times, or three), and its program does not outlive it.
# exit: 0
# says: resumed 3 of 3
. "$(dirname "$0")/endless.bash"
kills=${1:-3} resumed=0 before=0
for ((i = 1; i <= kills; ++i)); do
  start
  wait_for_save
  kill -9 $linnet; wait $linnet 2> /dev/null
  wait_for_end_of_program
  after=$(position)
  ((after > before)) && resumed=$((resumed + 1))
  before=$after
done
echo "resumed $resumed of $kills"
# What is known at the end has all of it.
start
wait_for_save
kill -INT $linnet; wait $linnet
[ $? = 3 ] && all=$(python3 -c 'import json; print(json.load(open("out"))["executions"])') && ((all >= before)) && ((resumed == kills))
