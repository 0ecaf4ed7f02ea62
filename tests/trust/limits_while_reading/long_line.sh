# A line of 200 MB is refused with its place by every command that reads it, and takes no more memory than 64 MB of it do.
# exit: 2
# says: history.jsonl:2: this line is longer than 67108864 bytes
# never: Cannot allocate|bad_alloc|Killed
{ echo '{"linnet":1,"spec":"mwcas"}'; head -c 200000000 /dev/zero | tr '\0' x; echo; } > history.jsonl
ulimit -v 2000000
timeout 60 linnet watch history.jsonl --idle 1s 2>&1 | grep -q "longer than" || exit 9
linnet check history.jsonl --memory 500MB
