# Ctrl-C while nothing is known yet, since the history does not come: that is said.
# exit: 3
# says: interrupted
. "$(dirname "$0")/interrupt.bash"
mkfifo history
sleep 1000 > history &
sleeper=$!
interrupt 'grep -q "SigCgt:.*[2367abef]$" /proc/$process/status' linnet check history --spec queue
status=$?
kill $sleeper
exit $status
