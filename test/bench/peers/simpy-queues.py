"""The two models of sim.bench.ts on SimPy: "hold PENDING EVENTS" and "mm1 CUSTOMERS"; prints its CPU seconds."""

import itertools
import random
import sys
import time

import simpy


# Drawn beforehand in all three programs, so that the engines are compared and not the generators.
random.seed(1)
TABLE = itertools.cycle([random.expovariate(1.0) for _ in range(65536)])


def hold(env, left):
    while left[0] > 0:
        left[0] -= 1
        yield env.timeout(next(TABLE))


def customer(env, server, totals):
    arrived = env.now
    with server.request() as turn:
        yield turn
        yield env.timeout(next(TABLE) * 0.8)
    totals[0] += env.now - arrived
    totals[1] += 1


def arrivals(env, server, totals, customers):
    for _ in range(customers):
        env.process(customer(env, server, totals))
        yield env.timeout(next(TABLE))


def main(model, counts):
    env = simpy.Environment()
    began = time.process_time()
    if model == 'hold':
        pending, events = counts
        left = [events]
        for _ in range(pending):
            env.process(hold(env, left))
        env.run()
    else:
        totals = [0.0, 0]
        env.process(arrivals(env, simpy.Resource(env), totals, counts[0]))
        env.run()
        assert totals[1] == counts[0] and 4 < totals[0] / totals[1] / 0.8 < 6
    print(time.process_time() - began)


main(sys.argv[1], [int(text) for text in sys.argv[2:]])
