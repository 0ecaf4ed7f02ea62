# Nearly right: some element overtook more others than that.
# exit: 1
# says: violation
python3 "$(dirname "$0")/relaxed_history.py" 60 4 > history.jsonl
linnet check history.jsonl --out-of-order 1 --lateness 1
