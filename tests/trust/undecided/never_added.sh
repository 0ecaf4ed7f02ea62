# A value that was removed and never added, among 400 operations of 50 threads with two values: a violation for every container.
# exit: 1
# says: by counting
# says: 99, which was never (enqueued|pushed)
# never: unknown
for spec in "queue enq deq" "stack push pop" "deque pushBack popFront" "bag add take"; do
  set -- $spec
  python3 - "$@" > $1.jsonl <<'END'
import json, sys
spec, add, remove = sys.argv[1:]
print(json.dumps({"linnet": 1, "spec": spec}))
for round in range(8):
    for thread in range(50):
        op = {"op": add, "args": [thread // 2 % 2]} if thread % 2 == 0 else {"op": remove, "args": []}
        print(json.dumps({"type": "call", "thread": thread, **op}))
    for thread in range(50):
        result = None if thread % 2 == 0 else 99 if round == 5 and thread == 25 else thread // 2 % 2
        print(json.dumps({"type": "return", "thread": thread, "result": result}))
END
  linnet check $1.jsonl || status=$?
  [ "$status" = 1 ] || exit 9
done
exit $status
