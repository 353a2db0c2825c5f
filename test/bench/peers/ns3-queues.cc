// The two models of sim.bench.ts on ns-3's simulator: "hold PENDING EVENTS" and "mm1 CUSTOMERS".
// With MapScheduler, ns-3's default.
#include <ns3/core-module.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>

using namespace ns3;

static uint64_t state = 88172645463325252ull;

// Drawn beforehand in all three programs, so that the engines are compared and not the generators.
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
    Simulator::Stop();
    return;
  }
  Simulator::Schedule(NanoSeconds(static_cast<int64_t>(exponential() * 1e6)), &hold);
}

static std::deque<int64_t> waiting;
static uint64_t arrived, served, customers;
static double sojournNs;

static void depart();

static void serve() {
  Simulator::Schedule(NanoSeconds(static_cast<int64_t>(exponential() * 0.8e6)), &depart);
}

static void arrive() {
  if (arrived++ == customers) return;
  waiting.push_back(Simulator::Now().GetNanoSeconds());
  if (waiting.size() == 1) serve();
  Simulator::Schedule(NanoSeconds(static_cast<int64_t>(exponential() * 1e6)), &arrive);
}

static void depart() {
  sojournNs += Simulator::Now().GetNanoSeconds() - waiting.front();
  waiting.pop_front();
  served++;
  if (!waiting.empty()) serve();
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  fillTable();
  if (std::string(argv[1]) == "hold" && argc == 4) {
    left = std::strtoull(argv[3], nullptr, 10);
    for (uint64_t i = std::strtoull(argv[2], nullptr, 10); i > 0; i--) {
      Simulator::Schedule(NanoSeconds(static_cast<int64_t>(exponential() * 1e6)), &hold);
    }
  } else {
    customers = std::strtoull(argv[2], nullptr, 10);
    Simulator::Schedule(NanoSeconds(0), &arrive);
  }
  Simulator::Run();
  Simulator::Destroy();
  std::printf("%.3f\n", served > 0 ? sojournNs / served / 0.8e6 : 0.0);
}
