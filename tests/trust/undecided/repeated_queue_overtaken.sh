# The same queue, with the results of two removals exchanged that were far apart: a violation.
# exit: 1
# says: violation .* by queue-pairs
python3 "$(dirname "$0")/queue_history.py" 10000 wrong > history.jsonl
linnet check history.jsonl
