"""The two models of sim.bench.ts on SimPy: "hold PENDING EVENTS" and "mm1 CUSTOMERS"."""

import itertools
import random
import sys

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
        print(totals[0] / totals[1] / 0.8)


main(sys.argv[1], [int(text) for text in sys.argv[2:]])
