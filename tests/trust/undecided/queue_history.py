# A recording of a queue: 16 threads go on by one phase at a time (call, effect, return), in an order drawn at random.
import json, random, sys

operations, kind = int(sys.argv[1]), sys.argv[2]
random.seed(1)
threads, queue, events = [None] * 16, [], []
while operations or any(threads):
    t = random.randrange(16)
    if threads[t] is None:
        if not operations:
            continue
        operations -= 1
        op = {"op": "enq", "args": [random.randrange(10)]} if random.random() < 0.52 else {"op": "deq", "args": []}
        threads[t] = {"op": op, "result": None, "done": False}
        events.append({"type": "call", "thread": t, **op})
    elif not threads[t]["done"]:
        threads[t]["done"] = True
        if threads[t]["op"]["op"] == "enq":
            queue.append(threads[t]["op"]["args"][0])
        elif queue:
            threads[t]["result"] = queue.pop(0)
    else:
        events.append({"type": "return", "thread": t, "result": threads[t]["result"]})
        threads[t] = None
removals = [e for e in events if e["type"] == "return" and e["result"] is not None]
if kind != "right":
    first = removals[len(removals) // 2]
    other = next(e for e in removals[len(removals) // 2 + 50:] if (e["result"] == first["result"]) == (kind == "equal"))
    first["result"], other["result"] = other["result"], first["result"]
print(json.dumps({"linnet": 1, "spec": "queue"}))
for event in events:
    print(json.dumps(event))
