// The two models of sim.bench.ts on a binary heap of the C++ library: "hold PENDING EVENTS" and "mm1 CUSTOMERS".
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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

// Drawn beforehand in all programs, so that the engines are compared and not the generators.
static uint64_t state = 88172645463325252ull;
static const int TABLE = 65536;
static double table[TABLE];
static uint32_t drawn;

static void fillTable() {
  for (double& gap : table) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    gap = -std::log(1.0 - (state >> 11) * 0x1.0p-53);
  }
}

static double exponential() { return table[drawn++ % TABLE]; }

static uint64_t left;

static void hold() {
  if (left-- == 0) {
    isStopped = true;
    return;
  }
  schedule(static_cast<int64_t>(exponential() * 1e6), &hold);
}

static std::deque<int64_t> waiting;
static uint64_t arrived, served, customers;
static double sojournNs;

static void depart();

static void serve() { schedule(static_cast<int64_t>(exponential() * 0.8e6), &depart); }

static void arrive() {
  if (arrived++ == customers) return;
  waiting.push_back(nowNs);
  if (waiting.size() == 1) serve();
  schedule(static_cast<int64_t>(exponential() * 1e6), &arrive);
}

static void depart() {
  sojournNs += nowNs - waiting.front();
  waiting.pop_front();
  served++;
  if (!waiting.empty()) serve();
}

int main(int argc, char** argv) {
  fillTable();
  if (argc == 4 && std::string(argv[1]) == "hold") {
    left = UINT64_MAX;
    for (int index = std::atoi(argv[2]); index > 0; index--) hold();
    left = std::strtoull(argv[3], nullptr, 10);
    run();
  } else if (argc == 3 && std::string(argv[1]) == "mm1") {
    customers = std::strtoull(argv[2], nullptr, 10);
    schedule(0, &arrive);
    run();
    std::printf("%f\n", sojournNs / served / 0.8e6);
  } else {
    return 2;
  }
}
