# Nearly wrong: two removals are exchanged, but of equal values, so nobody can tell.
# exit: 0
# says: pass .* by queue-pairs
python3 "$(dirname "$0")/queue_history.py" 10000 equal > history.jsonl
linnet check history.jsonl
