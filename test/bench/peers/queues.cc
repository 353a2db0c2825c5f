// The two models of sim.bench.ts in C++: "hold PENDING EVENTS" on a ladder queue, "mm1 CUSTOMERS" on the library's
// binary heap. Prints its CPU seconds.
#include "ladder.hh"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <queue>
#include <string>
#include <vector>

struct Event {
  int64_t timeNs;
  uint64_t sequence;
  void (*handler)();
  bool operator<(const Event& other) const {
    return timeNs != other.timeNs ? timeNs > other.timeNs : sequence > other.sequence;
  }
};

static std::priority_queue<Event> pending;
static Ladder<void (*)()> ladder;
static int64_t nowNs;
static uint64_t scheduled;
static bool isStopped;

static void schedule(int64_t delayNs, void (*handler)()) {
  pending.push({nowNs + delayNs, scheduled++, handler});
}

static void run() {
  while (!isStopped && !pending.empty()) {
    Event event = pending.top();
    pending.pop();
    nowNs = event.timeNs;
    event.handler();
  }
}

// Whole nanoseconds, drawn beforehand in all programs, so that the engines are compared and not the generators.
static uint64_t state = 88172645463325252ull;
static const int TABLE = 65536;
static int32_t table[TABLE];
static uint32_t drawn;

static void fillTable() {
  for (int32_t& gap : table) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    gap = static_cast<int32_t>(-std::log(1.0 - (state >> 11) * 0x1.0p-53) * 1e6);
  }
}

static int32_t gapNs() { return table[drawn++ % TABLE]; }

static void runLadder() {
  while (!isStopped && !ladder.isEmpty()) ladder.pop(nowNs)();
}

static uint64_t left;

static void hold() {
  if (left-- == 0) {
    isStopped = true;
    return;
  }
  ladder.push(nowNs + gapNs(), &hold);
}

static std::deque<int64_t> waiting;
static uint64_t arrived, served, customers;
static double sojournNs;

static void depart();

static void serve() { schedule(static_cast<int64_t>(gapNs() * 0.8), &depart); }

static void arrive() {
  if (arrived++ == customers) return;
  waiting.push_back(nowNs);
  if (waiting.size() == 1) serve();
  schedule(gapNs(), &arrive);
}

static void depart() {
  sojournNs += nowNs - waiting.front();
  waiting.pop_front();
  served++;
  if (!waiting.empty()) serve();
}

int main(int argc, char** argv) {
  fillTable();
  const std::clock_t began = std::clock();
  if (argc == 4 && std::string(argv[1]) == "hold") {
    left = UINT64_MAX;
    for (int index = std::atoi(argv[2]); index > 0; index--) hold();
    left = std::strtoull(argv[3], nullptr, 10);
    runLadder();
  } else if (argc == 3 && std::string(argv[1]) == "mm1") {
    customers = std::strtoull(argv[2], nullptr, 10);
    schedule(0, &arrive);
    run();
  } else {
    return 2;
  }
  std::printf("%.6f\n", double(std::clock() - began) / CLOCKS_PER_SEC);
}
