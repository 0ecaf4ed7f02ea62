# The same history asked about by elements, which is decided at once.
# exit: 0
# says: pass
python3 "$(dirname "$0")/relaxed_history.py" 150 40 > history.jsonl
linnet check history.jsonl --out-of-order 40
