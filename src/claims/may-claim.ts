/**
 * A digit with the beginning of a unit behind it, a field that programs print, or words that claim without a figure.
 * One linear pass; what it misses the readers would not read either.
 */
const HINT =
  /\d[ \t]{0,3}(?:[KMGTkmgt]?i?[Bb](?:it|its|yte|ytes|ps)?(?:\/|ps|\b)|[KMGkmg]?[Bb]ps|%|percent|fps|FPS|[kKM]?pps|[mun\u00b5\u03bc]?s(?:ec|ecs|econds?)?\b|m(?:illi)?s|micros|nanos|min|[kKM]?IOPS|iops|x\b|X\b|times|irqs?\b|IRQs?\b|interrupts|packets?\/|cycles|switches)|IOPS=|\((?:in )?[mun]?s\)|seconds time|min\/avg|\+-|\u00b1|stddev|\b(?:doubl|tripl|halv)|hard ?-?irq time|latency|irq handler|interrupt handler/;

/** False for a text that certainly holds no claim: the cheap question that is asked of every mail first. */
export function mayClaim(text: string): boolean {
  return HINT.test(text);
}
