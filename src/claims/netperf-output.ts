import { findMeasures } from './figures.ts';
import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** "TCP_STREAM TEST from 0.0.0.0 ...", or "MIGRATED UDP REQUEST/RESPONSE TEST". */
const TEST =
  /^\s*(?:MIGRATED )?(?<test>(?:TCP|UDP|SCTP)[_ ](?:STREAM|MAERTS|SENDFILE|RR|CRR|REQUEST\/RESPONSE|UNIDIRECTIONAL SEND)) TEST\b/;
/** The second line of its head names the column of sizes, and the last one the unit of the result. */
const HEAD =
  /^\s*(?:Recv +Send +Send|Local +\/?Remote|Socket +(?:Socket|Size)|Size +(?:Size|Request)|bytes +[Bb]ytes +bytes|Send +Recv +Size)/;
const UNIT = /^\s*bytes +[Bb]ytes +bytes [a-z. ]{0,40}?(?<unit>10\^6bits\/s(?:ec)?|per sec)/;
/** Sizes of sockets and messages, seconds, and the result, which stands last. */
const ROW = /^\s*\d{1,12}(?: +\d{1,12}){2,4} +\d{1,6}\.\d{1,3} +(?<rate>\d{1,12}(?:\.\d{1,6})?)\s*$/;

/**
 * Results of netperf as it prints them: 10^6 bits a second for streams, transactions a second for requests with
 * responses. Source: netperf(1), "Care and Feeding of Netperf", section 5.
 */
export function readNetperf(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let test = '';
  let isRequests = false;
  for (const line of passage.lines) {
    const text = line.text.slice(0, 200);
    const begun = TEST.exec(text)?.groups?.['test'];
    const unit = UNIT.exec(text)?.groups?.['unit'];
    if (begun !== undefined || unit !== undefined) {
      test = begun?.replaceAll('_', ' ') ?? (test || 'netperf');
      isRequests = unit === undefined ? /RR|REQUEST/.test(test) : unit === 'per sec';
    }
    const rate = test === '' ? undefined : ROW.exec(text)?.groups?.['rate'];
    if (rate !== undefined) samples.push(...sampleOf(line, rate, { test, isRequests }));
    if (rate !== undefined || begun !== undefined || HEAD.test(text)) lines.push(line.number);
  }
  return { samples, lines };
}

interface Test {
  readonly test: string;
  readonly isRequests: boolean;
}

function sampleOf(line: Line, rate: string, { test, isRequests }: Test): readonly Sample[] {
  const [figure] = findMeasures(`${rate} ${isRequests ? 'transactions/s' : 'Mbit/s'}`);
  const name = test === 'netperf' && isRequests ? 'RR' : test;
  return figure ? [{ line, name, figure: figureOf(figure), tool: 'netperf', metric: null, runs: null }] : [];
}
