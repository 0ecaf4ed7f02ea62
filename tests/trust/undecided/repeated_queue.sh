# A queue of 16 threads that all overlap, with ten values and 10 000 operations: right, and the search for pairs finds an order.
# exit: 0
# says: pass
python3 "$(dirname "$0")/queue_history.py" 10000 right > history.jsonl
linnet check history.jsonl
