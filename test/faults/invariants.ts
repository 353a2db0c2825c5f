/** A post as the store has it at the end. */
export interface Planned {
  readonly key: string;
  readonly sha256: string;
  readonly state: string;
  readonly because: string | null;
  readonly plannedAtMs: number;
  readonly claimedAtMs: number | null;
}

/** A post that a receiver took. */
export interface Taken {
  readonly key: string;
  readonly sha256: string;
  readonly atMs: number;
}

/** A process of the service, over the whole scenario. */
export interface Lived {
  readonly name: string;
  /** Deaths that nobody of ours had arranged. */
  readonly ownDeaths: number;
  readonly rssMegabytesMax: number;
  readonly log: string;
  /** Files that are open at the end and were not before the fault. */
  readonly descriptorsMore: number;
}

/** Everything that is known when a scenario is over. */
export interface Facts {
  readonly planned: readonly Planned[];
  readonly taken: readonly Taken[];
  /** Key and sha256 of each audit line that says "sent". */
  readonly audited: readonly Pick<Taken, 'key' | 'sha256'>[];
  readonly brokenAuditLine: number | null;
  readonly activeTasks: number;
  readonly orphans: readonly string[];
  /** What the pages said of themselves where it was not that they live. */
  readonly notLive: readonly string[];
  /** Everything the store has to tell, where a secret could be. */
  readonly told: readonly string[];
  readonly lived: readonly Lived[];
  readonly nowMs: number;
  readonly canary: string;
}

/** What a row of the table lets be otherwise. */
export interface Allowed {
  /** A post may wait for a person, as long as it says why. */
  readonly isHeldAllowed?: boolean;
}

const CLAIM_MS_MAX = 60_000;
const RSS_MEGABYTES_MAX = 512;
const LOG_BYTES_MAX = 20 * 1024 * 1024;
const OWN_DEATHS_MAX = 3;
const DESCRIPTORS_MORE_MAX = 5;

/** Every way in which the facts break an invariant, one line each; empty when all of them hold. */
export function violations(facts: Facts, allowed: Allowed = {}): readonly string[] {
  return [
    ...noDouble(facts),
    ...noLoss(facts, allowed),
    ...rightBytes(facts),
    ...nothingStuck(facts),
    ...auditTells(facts),
    ...nothingForeign(facts),
    ...noCrashLoop(facts),
    ...livesThroughout(facts),
    ...withinBounds(facts),
  ];
}

/** I1: no key more than once in all receivers together. */
export function noDouble({ taken }: Facts): readonly string[] {
  const times = new Map<string, number[]>();
  for (const { key, atMs } of taken) times.set(key, [...(times.get(key) ?? []), atMs]);
  return [...times]
    .filter(([, at]) => at.length > 1)
    .map(
      ([key, at]) =>
        `I1 ${key} posted ${at.length} times, ${at.map((ms) => ms - (at[0] ?? 0)).join(' and ')} ms`,
    );
}

/** I2: every planned key arrived, or waits for a person where that is allowed. */
export function noLoss({ planned, taken }: Facts, { isHeldAllowed = false }: Allowed): readonly string[] {
  const arrived = new Set(taken.map(({ key }) => key));
  const isFine = ({ key, state, because }: Planned) =>
    (state === 'settled' && arrived.has(key)) || (isHeldAllowed && state === 'held' && because !== null);
  return planned
    .filter((post) => !isFine(post))
    .map(({ key, state, because }) => `I2 ${key} is ${state} (${because ?? 'no reason'})`);
}

/** I3: the same bytes in the outbox, at the receiver and in the audit log. */
export function rightBytes({ planned, taken, audited }: Facts): readonly string[] {
  const expected = new Map(planned.map(({ key, sha256 }) => [key, sha256]));
  return [...taken, ...audited]
    .filter(({ key, sha256 }) => expected.has(key) && expected.get(key) !== sha256)
    .map(({ key }) => `I3 ${key} has other bytes than the outbox`);
}

/** I4: nothing in hand any more, no claim without an end, no process left behind. */
export function nothingStuck({ activeTasks, planned, orphans, nowMs, lived }: Facts): readonly string[] {
  const old = planned.filter(
    ({ state, claimedAtMs }) => state === 'claimed' && nowMs - (claimedAtMs ?? 0) > CLAIM_MS_MAX,
  );
  return [
    ...(activeTasks > 0 ? [`I4 ${activeTasks} tasks are still in hand`] : []),
    ...old.map(({ key }) => `I4 the claim on ${key} is too old`),
    ...orphans.map((orphan) => `I4 ${orphan} was left behind`),
    ...lived
      .filter(({ descriptorsMore }) => descriptorsMore > DESCRIPTORS_MORE_MAX)
      .map(({ name, descriptorsMore }) => `I4 ${name} has ${descriptorsMore} files more open than before`),
  ];
}

/** I5: the chain holds, and "sent" is said of what arrived and was not given to a person. */
export function auditTells({ brokenAuditLine, audited, planned, taken }: Facts): readonly string[] {
  const counts = new Map<string, number>();
  for (const { key } of audited) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [
    ...(brokenAuditLine === null ? [] : [`I5 audit line ${brokenAuditLine} does not follow`]),
    ...[...counts].filter(([, count]) => count > 1).map(([key]) => `I5 ${key} is audited as sent twice`),
    ...[...counts.keys()]
      .filter((key) => !taken.some((post) => post.key === key))
      .map((key) => `I5 ${key} is audited as sent and never arrived`),
    ...planned
      .filter(({ key, state }) => state === 'settled' && !counts.has(key))
      .map(({ key }) => `I5 ${key} is settled and never audited as sent`),
  ];
}

/** I6: nothing arrived that was not planned before. */
export function nothingForeign({ planned, taken }: Facts): readonly string[] {
  const since = new Map(planned.map(({ key, plannedAtMs }) => [key, plannedAtMs]));
  return taken
    .filter(({ key, atMs }) => (since.get(key) ?? Number.POSITIVE_INFINITY) > atMs)
    .map(({ key }) => `I6 ${key} arrived and was not planned`);
}

/** I7, as far as processes go: none dies again and again by itself. */
export function noCrashLoop({ lived }: Facts): readonly string[] {
  return lived
    .filter(({ ownDeaths }) => ownDeaths > OWN_DEATHS_MAX)
    .map(({ name, ownDeaths }) => `I7 ${name} ended by itself ${ownDeaths} times`);
}

/** I7: whatever fails, the pages answer. */
export function livesThroughout({ notLive }: Facts): readonly string[] {
  const [first] = notLive;
  return first === undefined ? [] : [`I7 livez failed ${notLive.length} times: ${first}`];
}

/** I8: memory and logs stay small, and no log holds a secret. */
export function withinBounds({ lived, canary, told }: Facts): readonly string[] {
  const leaked = told.filter((text) => text.includes(canary));
  const inLives = lived.flatMap(({ name, rssMegabytesMax, log }) => [
    ...(rssMegabytesMax > RSS_MEGABYTES_MAX ? [`I8 ${name} took ${rssMegabytesMax} MB`] : []),
    ...(log.length > LOG_BYTES_MAX ? [`I8 ${name} logged ${log.length} bytes`] : []),
    ...(log.includes(canary) ? [`I8 ${name} logged a secret`] : []),
  ]);
  return [...inLives, ...leaked.map((text) => `I8 the store tells a secret: ${text.slice(0, 40)}`)];
}
