// A ladder queue with first-in-first-out ties, as src/simulator/event-queue.ts is one; what is soonest stands in an
// array here and in a chain there, which is what serves each language best.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

template <class Payload>
class Ladder {
 public:
  Ladder() : near(256) { near[0].timeNs = INT64_MAX; }

  bool isEmpty() const { return size == 0; }

  void push(int64_t timeNs, Payload payload) {
    int slot = freeSlot;
    if (slot != NONE) {
      freeSlot = slots[slot].link;
    } else {
      slot = static_cast<int>(slots.size());
      slots.push_back({});
    }
    slots[slot].timeNs = timeNs;
    slots[slot].sequence = next++;
    slots[slot].payload = payload;
    size++;
    put(slot, timeNs);
  }

  // The queue must not be empty.
  Payload pop(int64_t& timeNs) {
    const Near& first = near[nearCount];
    timeNs = first.timeNs;
    Slot& slot = slots[first.slot];
    const Payload payload = slot.payload;
    slot.link = freeSlot;
    freeSlot = first.slot;
    size--;
    if (--nearCount == 0) refill();
    return payload;
  }

 private:
  static constexpr int NONE = -1;
  static constexpr int SORTED_MAX = 24;
  static constexpr int RUNGS_MAX = 8;

  struct Slot {
    int64_t timeNs;
    uint64_t sequence;
    Payload payload;
    int link;
  };
  struct Near {
    int64_t timeNs;
    int slot;
  };
  struct Rung {
    std::vector<int> heads;
    int64_t startNs, endNs;
    int shift, cursor, count;
  };

  void put(int slot, int64_t timeNs) {
    if (timeNs < nearEndNs) insert(slot, timeNs);
    else putLater(slot, timeNs);
  }

  void insert(int slot, int64_t timeNs) {
    Near* at = &near[nearCount];
    const uint64_t sequence = slots[slot].sequence;
    while (at->timeNs <= timeNs) {
      if (at->timeNs == timeNs && slots[at->slot].sequence > sequence) break;
      at[1] = at[0];
      at--;
    }
    at[1] = {timeNs, slot};
    if (++nearCount > nearMax) spreadNear();
  }

  void putLater(int slot, int64_t timeNs) {
    for (int index = rungCount - 1; index >= 0; index--) {
      Rung& rung = rungs[index];
      if (timeNs >= rung.endNs) continue;
      int& head = rung.heads[(timeNs - rung.startNs) >> rung.shift];
      slots[slot].link = head;
      head = slot;
      rung.count++;
      return;
    }
    slots[slot].link = far;
    far = slot;
    farCount++;
    farFirstNs = std::min(farFirstNs, timeNs);
    farLastNs = std::max(farLastNs, timeNs);
  }

  void spreadNear() {
    const int count = nearCount;
    const int64_t firstNs = near[count].timeNs, lastNs = near[1].timeNs;
    if (firstNs == lastNs || rungCount == RUNGS_MAX) {
      nearMax *= 2;
      if (nearMax + 2 > static_cast<int>(near.size())) near.resize(2 * near.size());
      return;
    }
    addRung(firstNs, nearEndNs == INT64_MAX ? lastNs + 1 : nearEndNs, count);
    for (int index = 1; index <= count; index++) putLater(near[index].slot, near[index].timeNs);
    nearCount = 0;
    refill();
  }

  void addRung(int64_t startNs, int64_t endNs, int events) {
    Rung& rung = rungs[rungCount++];
    int shift = 0;
    while ((endNs - startNs) >> shift > 2 * events) shift++;
    rung.startNs = startNs;
    rung.endNs = endNs;
    rung.shift = shift;
    rung.cursor = 0;
    rung.count = 0;
    rung.heads.assign(((endNs - startNs - 1) >> shift) + 1, NONE);
    nearEndNs = startNs;
  }

  void refill() {
    nearMax = SORTED_MAX;
    if (size == 0) forget();
    while (nearCount == 0 && size > 0) {
      if (rungCount == 0) {
        spreadFar();
      } else if (rungs[rungCount - 1].count == 0) {
        nearEndNs = rungs[--rungCount].endNs;
      } else {
        takeBucket(rungs[rungCount - 1]);
      }
    }
  }

  void takeBucket(Rung& rung) {
    int cursor = rung.cursor;
    while (rung.heads[cursor] == NONE) cursor++;
    rung.cursor = cursor + 1;
    nearEndNs = std::min(rung.startNs + (static_cast<int64_t>(cursor + 1) << rung.shift), rung.endNs);
    rung.count -= putChain(rung.heads[cursor]);
  }

  void spreadFar() {
    const int head = far, count = farCount;
    const int64_t firstNs = farFirstNs, lastNs = farLastNs;
    forget();
    if (count > SORTED_MAX) addRung(firstNs, lastNs + 1, count);
    putChain(head);
  }

  int putChain(int slot) {
    int count = 0;
    for (; slot != NONE; count++) {
      const int link = slots[slot].link;
      put(slot, slots[slot].timeNs);
      slot = link;
    }
    return count;
  }

  void forget() {
    nearEndNs = INT64_MAX;
    rungCount = 0;
    far = NONE;
    farCount = 0;
    farFirstNs = INT64_MAX;
    farLastNs = 0;
  }

  int size = 0;
  uint64_t next = 0;
  std::vector<Slot> slots;
  int freeSlot = NONE;
  std::vector<Near> near;
  int nearCount = 0, nearMax = SORTED_MAX;
  int64_t nearEndNs = INT64_MAX;
  Rung rungs[RUNGS_MAX];
  int rungCount = 0;
  int far = NONE, farCount = 0;
  int64_t farFirstNs = INT64_MAX, farLastNs = 0;
};
