// The two models of sim.bench.ts on ns-3's simulator: "hold PENDING EVENTS" and "mm1 CUSTOMERS"; prints its CPU seconds.
// With MapScheduler, ns-3's default.
#include <ns3/core-module.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <string>

using namespace ns3;

static uint64_t state = 88172645463325252ull;

// Whole nanoseconds, drawn beforehand in all programs, so that the engines are compared and not the generators.
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

static uint64_t left;

static void hold() {
  if (left-- == 0) {
    Simulator::Stop();
    return;
  }
  Simulator::Schedule(NanoSeconds(gapNs()), &hold);
}

static std::deque<int64_t> waiting;
static uint64_t arrived, served, customers;
static double sojournNs;

static void depart();

static void serve() {
  Simulator::Schedule(NanoSeconds(static_cast<int64_t>(gapNs() * 0.8)), &depart);
}

static void arrive() {
  if (arrived++ == customers) return;
  waiting.push_back(Simulator::Now().GetNanoSeconds());
  if (waiting.size() == 1) serve();
  Simulator::Schedule(NanoSeconds(gapNs()), &arrive);
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
  const std::clock_t began = std::clock();
  if (std::string(argv[1]) == "hold" && argc == 4) {
    left = std::strtoull(argv[3], nullptr, 10);
    for (uint64_t i = std::strtoull(argv[2], nullptr, 10); i > 0; i--) {
      Simulator::Schedule(NanoSeconds(gapNs()), &hold);
    }
  } else {
    customers = std::strtoull(argv[2], nullptr, 10);
    Simulator::Schedule(NanoSeconds(0), &arrive);
  }
  Simulator::Run();
  const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
  Simulator::Destroy();
  std::printf("%.6f\n", seconds);
}
