/**
 * What a line is for. Claims are read from `text`, `row` and `rule` lines only; everything else is machinery of mails
 * and patches whose numbers nobody claims.
 */
export type LineKind =
  | 'blank'
  | 'text'
  /** A line with column separators. */
  | 'row'
  /** A line of dashes, equals signs or plus signs that draws. */
  | 'rule'
  | 'diff'
  | 'diffstat'
  | 'trailer'
  | 'header'
  | 'signature'
  | 'log'
  | 'code';

const TRAILER =
  /^(?:[A-Z][\w-]{1,30}-by|Link|Cc|CC|Fixes|Closes|Bug|BugLink|Change-Id|Message-Id|Message-ID|References|base-commit|prerequisite-patch-id):\s/;
const HEADER =
  /^(?:From|To|Sent|Subject|Date|Reply-To|In-Reply-To|User-Agent|X-[\w-]{1,40}|Received|Return-Path|Content-[\w-]{1,40}|MIME-Version):\s/;
const FILE_STAT = /^[\w./{}=> -]{1,120}\|\s{1,12}(?:\d{1,6}(?: [+-]{0,120})?|Bin\b[^|]{0,60})$/;
const TOTAL_STAT =
  /^\s*(?:\d{1,6} files? changed|(?:rename|copy|rewrite) [^\n]{1,200}\(\d{1,3}%\)$|(?:create|delete) mode \d)/;
/** The kernel's own command line, and what it says of its tables, shown without a time in front. */
const BOOT =
  /\b(?:BOOT_IMAGE|nr_cpus|crashkernel|initramfs_options|irqpoll|isolcpus)=?|\bconsole=tty|\broot=(?:\/dev|UUID)|\(order: \d{1,2}, \d{1,12} bytes/;
/** What analysers and tcpdump print of a bus: "Packet(55) Dir(?) J(997.118 us)", "2 packets captured". */
const CAPTURE = /\bPacket\(\d|^\s*\d+ packets (?:captured|received by|dropped by)/;
const SYSLOG = /^\s*(?:[A-Z][a-z]{2}\s+\d{1,2} \d\d:\d\d:\d\d |\[\s*\d{1,7}\.\d{5,6}\])/;
/** Lines of /sys/kernel/debug/usb/devices and of lsusb -v, which patches for new devices show. */
const DESCRIPTOR =
  /^\s*(?:(?!T: {0,2}\d)[TBDPSCIE]:[* ] ?\S|(?:bInterval|bMaxPower|MaxPower|wMaxPacketSize)\s|(?:Baseline|Deep) BESL value\s)/;
/** ftrace's function graph shows calls as C, with their times in front. */
const TRACE_ROW = /^\d{1,4}\)[^|]{1,60}\|/;
const LOGS = [SYSLOG, DESCRIPTOR, BOOT, CAPTURE];
const HUNK_HEAD = /^@@ -\d/;

/** Column marks of a table; `│` is perf's own and is read by the perf reader. */
const SEPARATORS = ['|', '\u2502'];

/** Classifies the lines of one letter in their order. Knows at which quote depth a diff is open. */
export function lineClassifier(): (text: string, depth: number) => LineKind {
  const openDiffs = new Set<number>();
  return (text, depth) => {
    const kind = openDiffs.has(depth) ? kindInsideDiff(text) : kindOutsideDiff(text);
    if (kind === 'diff') openDiffs.add(depth);
    else if (kind !== 'blank') openDiffs.delete(depth);
    return kind;
  };
}

/** True for the lines that claims are read from. */
export function isReadable(kind: LineKind): boolean {
  return kind === 'text' || kind === 'row' || kind === 'rule';
}

function kindOutsideDiff(text: string): LineKind {
  const trimmed = text.trim();
  if (trimmed === '') return 'blank';
  if (beginsDiff(text)) return 'diff';
  if (text.startsWith('-- ') && text.length <= 12) return 'signature';
  if (TRAILER.test(trimmed)) return 'trailer';
  if (HEADER.test(trimmed)) return 'header';
  if (FILE_STAT.test(trimmed) && looksLikePath(trimmed)) return 'diffstat';
  if (TOTAL_STAT.test(text)) return 'diffstat';
  if (LOGS.some((log) => log.test(text))) return 'log';
  if (isRule(trimmed)) return 'rule';
  if (TRACE_ROW.test(trimmed)) return 'row';
  if (isCode(trimmed)) return 'code';
  return SEPARATORS.some((mark) => trimmed.includes(mark)) ? 'row' : 'text';
}

/** A diff ends where somebody writes prose again; a mailer may have eaten the blank in front of context lines. */
function kindInsideDiff(text: string): LineKind {
  if (text.trim() === '') return 'blank';
  if (text.startsWith('-- ') && text.length <= 12) return 'signature';
  if (beginsDiff(text) || ' +-@\\\t'.includes(text.charAt(0))) return 'diff';
  if (/^(?:index |new file|deleted file|similarity|rename |old mode|new mode)/.test(text)) return 'diff';
  return isProse(text) ? kindOutsideDiff(text) : 'diff';
}

function beginsDiff(text: string): boolean {
  return (
    text.startsWith('diff --git ') ||
    text.startsWith('Index: ') ||
    text.startsWith('--- a/') ||
    text.startsWith('+++ b/') ||
    HUNK_HEAD.test(text)
  );
}

/** Four words or more without the marks of C. */
function isProse(text: string): boolean {
  if (/[;{}]|->|\w\(|\/\*|\*\//.test(text)) return false;
  return text.trim().split(/\s+/, 5).length >= 4;
}

function looksLikePath(trimmed: string): boolean {
  const name = trimmed.slice(0, trimmed.indexOf('|')).trim();
  const isCounted = /\d [+-]+$/.test(trimmed);
  return name.includes('/') || name.includes('.') || (isCounted && !name.includes(' '));
}

/** Drawn lines: at least three marks of drawing and nothing else but blanks. */
function isRule(trimmed: string): boolean {
  if (trimmed.length < 3) return false;
  for (const character of trimmed) {
    if (!'-=+|_*~#. \u2500\u2502'.includes(character)) return false;
  }
  return !/^[. ]+$/.test(trimmed);
}

/** C that stands outside a diff; a sentence may end in a semicolon, so code needs an operator or a call too. */
function isCode(trimmed: string): boolean {
  if (trimmed.startsWith('#define ') || trimmed.startsWith('#include ')) return true;
  if (/^(?:if|while|for|return|else|switch) ?\(.*\)\s*\{?$/.test(trimmed)) return true;
  if (trimmed === '{' || trimmed === '}' || trimmed === '};') return true;
  return trimmed.endsWith(';') && /[=(]|->/.test(trimmed);
}
