"""Prints a stack history that no search decides soon: two values only, sixteen threads, and at the end the lowest comes out first."""
import random

random.seed(7)
threads, stack, running, ops = 16, [], {}, 600
while ops > 0 or running:
    t = random.randrange(threads)
    if t not in running:
        if ops == 0:
            continue
        ops -= 1
        running[t] = ["push", random.randrange(2)] if random.random() < 0.5 else ["pop", None]
        args = str(running[t][1]) if running[t][0] == "push" else ""
        print('{"type":"call","thread":%d,"op":"%s","args":[%s]}' % (t, running[t][0], args))
    elif len(running[t]) == 2:
        op, value = running[t]
        if op == "push":
            stack.append(value)
        running[t].append("null" if op == "push" or not stack else str(stack.pop()))
    else:
        print('{"type":"return","thread":%d,"result":%s}' % (t, running.pop(t)[2]))
for value in stack:
    print('{"type":"call","thread":0,"op":"pop","args":[]}\n{"type":"return","thread":0,"result":%d}' % value)
