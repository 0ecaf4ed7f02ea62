# Quasi-linearizability of 150 operations with a large factor: the search ends, says how far it came, and what decides quickly.
# exit: 3
# says: the search got to \d+ of 150 operations
# says: --out-of-order K asks
python3 "$(dirname "$0")/relaxed_history.py" 150 40 > history.jsonl
linnet check history.jsonl --promise quasi:5 --memory 12MB
