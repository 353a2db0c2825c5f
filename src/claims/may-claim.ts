/**
 * A digit with the beginning of a unit behind it, a unit that heads a table, a field that programs print, or words that
 * claim without a figure. One linear pass; what it misses the readers would not read either.
 */
const HINT =
  /\d[ \t]{0,3}(?:[KMGTkmgt]?i?[Bb](?:it|its|yte|ytes|ps)?(?:\/|ps|\b)|[KMGkmg]?[Bb]ps|%|percent|fps|FPS|[mun\u00b5\u03bc]?s(?:ec|ecs|econds?)?\b|millis|micros|nanos|min|x\b|X\b|times|irqs?\b|IRQs?\b|interrupts|cycles|switches)|IOPS|iops|[kKM]?pps\b|[KMGkmg]i?[Bb](?:it|its|yte|ytes)?\/s|[KMG]bps|\((?:in )?(?:[mun\u00b5\u03bc]?s|[mun]?sec|%)\)|seconds time|min\/avg|\+-|\u00b1|stddev|\b(?:doubl|tripl|halv|twice)|hard ?-?irq time|latency|irqs?\b|IRQs?\b|[Ii]nterrupt/;

/** False for a text that certainly holds no claim: the cheap question that is asked of every mail first. */
export function mayClaim(text: string): boolean {
  return HINT.test(text);
}
