import { findMeasures } from './figures.ts';
import type { Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** "10737418240 bytes (11 GB, 10 GiB) copied, 30.3882 s, 353 MB/s"; the words and the decimal mark follow the locale. */
const DD = /, {0,2}\d[\d.,]{0,16} s(?:econds)?, {0,2}(?<rate>\d[\d.,]{0,16} ?[kMGT]?i?B\/s)/;
const DD_HEAD = /^\s*\d{1,18} (?:bytes|Bytes|octets|byte)\b/;
/** "before: 1073741824 bytes (1.1 GB) copied, ...": the configuration may stand on the same line. */
const DD_LABEL = /^\s*[A-Za-z][\w /+.-]{0,40}:\s+(?=\d{4,18} \w)/;
const DD_REST = /^\s*\d+\+\d+ (?:records|enregistrements|Datens) ?/;
/** "[  5]   0.00-10.00  sec  10.3 GBytes  8.83 Gbits/sec    0   sender", "[SUM]  0.0-10.0 sec ...", "TX  0.00-120 sec ...". */
const IPERF =
  /^\s*(?:\[\s*(?<id>\d{1,4}|SUM)\]|(?<name>[A-Za-z][\w ]{0,24}?))\s+(?<from>\d+\.\d+)-\s*(?<to>\d+\.\d+)\s+s(?:ec)?\s+[\d.]+ [KMGT]?Bytes\s+(?<rate>[\d.]+ [KMGT]?bits\/sec)(?<rest>.*)$/;
/** "  0.021 ms  4012/428212 (0.94%)  receiver" and "  210             sender", behind the rate. */
const UDP =
  /^\s+(?<jitter>\d{1,9}\.\d{1,6}) ms\s+-?\d{1,12}\/\s{0,8}\d{1,12} \((?<loss>\d{1,3}(?:\.\d{1,6})?)%\)/;
const TCP = /^\s+(?<retransmits>\d{1,9})\s+(?:\d.{0,20}\s)?sender\b/;
const IPERF_REST =
  /^\s*(?:\[ ?ID\]|\[\s*\d+\] local|Connecting to host|Server listening|iperf Done|Accepted connection|Client connecting|TCP window size|- - - -)/;
/** "rtt min/avg/max/mdev = 0.161/0.411/1.267/0.231 ms"; mdev spreads the packets of one run, not the runs. */
const PING =
  /^\s*(?:rtt|round-trip) min\/avg\/max(?:\/(?:mdev|stddev))? = [\d.]+\/(?<avg>[\d.]+)\/[\d.]+(?:\/[\d.]+)? (?<unit>[a-z]+)/;
const PING_REST = /^\s*(?:\d+ packets transmitted|--- \S+ ping statistics|PING |\d+ bytes from )/;
/** "Timing buffered disk reads: 300 MB in  3.01 seconds =  99.70 MB/sec". */
const HDPARM =
  /^\s*Timing (?<what>[\w ()O_]+?):\s+\d+ MB in\s+[\d.]+ seconds =\s*(?<rate>[\d.]+ [kMG]B\/sec)/;

/** "T: 0 ( 1234) P:80 I:1000 C: 10000 Min:   1 Act:   2 Avg:   3 Max:   45": microseconds unless -N was given. */
const CYCLICTEST =
  /^\s*T: ?(?<thread>\d{1,4}) .{0,60}\bMin: {0,8}(?<min>\d{1,9})\b.{0,24}\bAvg: {0,8}(?<avg>\d{1,9})\b.{0,12}\bMax: {0,8}(?<max>\d{1,9})\b/;
/** Rates and round-trip times as dd, iperf, hdparm and ping print them; intervals of a longer run are left out. */
export function readPrintedRates(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  for (const line of passage.lines) {
    const found = ddRate(line) ?? iperfRate(line) ?? pingTime(line) ?? hdparmRate(line) ?? cyclictest(line);
    if (found) samples.push(...found);
    const isLabelled = found !== undefined && DD_LABEL.test(line.text);
    if (
      (found && !isLabelled) ||
      DD_REST.test(line.text) ||
      IPERF_REST.test(line.text) ||
      PING_REST.test(line.text)
    )
      lines.push(line.number);
  }
  return { samples: withoutIntervals(withoutProgress(samples, passage)), lines };
}

function ddRate(line: Sample['line']): readonly Sample[] | undefined {
  const text = line.text.slice(0, 240).replace(DD_LABEL, '');
  const rate = DD_HEAD.test(text) ? DD.exec(text)?.groups?.['rate'] : undefined;
  return rate === undefined ? undefined : measured(line, rate, 'dd', 'throughput');
}

function iperfRate(line: Sample['line']): readonly Sample[] | undefined {
  const found = IPERF.exec(line.text.slice(0, 200))?.groups;
  if (!found) return undefined;
  const end = /\b(?:sender|receiver)\b/.exec(found['rest'] ?? '')?.[0];
  const row = found['name'] ?? (found['id'] === 'SUM' ? 'SUM' : '');
  const name = [row, end].filter(Boolean).join(' ') || 'bitrate';
  const seconds = Number(found['to']) - Number(found['from']);
  const rate = measured(line, found['rate'] ?? '', 'iperf', name);
  return [...rate, ...iperfQuality(line, found['rest'] ?? '', name)].map((sample) => ({
    ...sample,
    seconds,
  }));
}

/** What stands behind the rate: jitter and loss of UDP, or retransmitted segments of TCP. */
function iperfQuality(line: Sample['line'], rest: string, name: string): readonly Sample[] {
  const udp = UDP.exec(rest)?.groups;
  if (udp) {
    return [
      ...measured(line, `${udp['jitter']} ms`, 'iperf', `${name} jitter`),
      ...measured(line, `${udp['loss']}%`, 'iperf', `${name} loss`),
    ];
  }
  const retransmits = TCP.exec(rest)?.groups?.['retransmits'];
  return retransmits === undefined
    ? []
    : measured(line, `${retransmits} retransmits`, 'iperf', 'retransmits');
}

function pingTime(line: Sample['line']): readonly Sample[] | undefined {
  const found = PING.exec(line.text.slice(0, 200))?.groups;
  if (!found) return undefined;
  return measured(line, `${found['avg']} ${found['unit']}`, 'ping', 'rtt avg').map((sample) => ({
    ...sample,
    metric: 'latency',
  }));
}

function cyclictest(line: Sample['line']): readonly Sample[] | undefined {
  const found = CYCLICTEST.exec(line.text.slice(0, 200))?.groups;
  if (!found) return undefined;
  return ['min', 'avg', 'max'].flatMap((name) =>
    measured(line, `${found[name]} us`, 'cyclictest', `thread ${found['thread']} ${name}`).map((sample) => ({
      ...sample,
      metric: 'latency',
    })),
  );
}

function hdparmRate(line: Sample['line']): readonly Sample[] | undefined {
  const found = HDPARM.exec(line.text.slice(0, 200))?.groups;
  return found ? measured(line, found['rate'] ?? '', 'hdparm', found['what'] ?? '') : undefined;
}

function measured(line: Sample['line'], amount: string, tool: string, name: string): readonly Sample[] {
  const figure = findMeasures(amount)[0];
  return figure ? [{ line, name, figure: figureOf(figure), tool, metric: null, runs: null }] : [];
}

/** With status=progress dd prints its rate before it is done; the line behind "records out" is the result. */
function withoutProgress(samples: readonly Sample[], passage: Passage): readonly Sample[] {
  const records = new Set(passage.lines.filter((line) => DD_REST.test(line.text)).map((line) => line.number));
  if (records.size === 0) return samples;
  return samples.filter((sample) => sample.tool !== 'dd' || records.has(sample.line.number - 1));
}

/** iperf prints one line a second before the line of the whole run, which begins at zero and is the longest. */
function withoutIntervals(samples: readonly Sample[]): readonly Sample[] {
  const longest = Math.max(0, ...samples.map(secondsOf));
  const isWhole = (sample: Sample): boolean => sample.tool !== 'iperf' || secondsOf(sample) > 0.5 * longest;
  return samples.filter(isWhole);
}

function secondsOf(sample: Sample): number {
  return 'seconds' in sample && typeof sample.seconds === 'number' ? sample.seconds : 0;
}
