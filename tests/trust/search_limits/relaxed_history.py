# A recording of a queue of four threads whose removals take one of the first WIDTH elements.
import json, random, sys

operations, width = int(sys.argv[1]), int(sys.argv[2])
random.seed(3)
threads, queue, last = [None] * 4, [], 0
print(json.dumps({"linnet": 1, "spec": "queue"}))
while last < operations or any(threads):
    t = random.randrange(4)
    if threads[t] is None:
        if last == operations:
            continue
        last += 1
        op = {"op": "enq", "args": [last]} if random.random() < 0.5 else {"op": "deq", "args": []}
        threads[t] = [op, False, None]
        print(json.dumps({"type": "call", "thread": t, **op}))
    elif not threads[t][1]:
        threads[t][1] = True
        if threads[t][0]["op"] == "enq":
            queue.append(threads[t][0]["args"][0])
        elif queue:
            threads[t][2] = queue.pop(random.randrange(min(len(queue), width)))
    else:
        print(json.dumps({"type": "return", "thread": t, "result": threads[t][2]}))
        threads[t] = None
