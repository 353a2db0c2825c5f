/** Measuring programs as they are called, where the name alone is no English word. */
const TOOLS = [
  'dd',
  'fio',
  'iperf3',
  'iperf',
  'iperf2',
  'netperf',
  'pktgen',
  'vnstat',
  'hdparm',
  'bonnie++',
  'iozone',
  'ping',
  'perf',
  'ftrace',
  'cyclictest',
  'hyperfine',
  'sysbench',
  'mpstat',
  'top',
  'htop',
  'sar',
  'ethtool',
  'nuttcp',
  'ttcp',
  'wrk',
  'scp',
  'wget',
  'f_testusb',
  'testusb',
  'usbmon',
  'speedtest',
  'ioping',
  'sockperf',
  'adb',
  'dbench',
  'blktrace',
  'crystaldiskmark',
  'time',
];
/** Names that are also words: only a command line or a "run ..." shows that the program is meant. */
const AMBIGUOUS_TOOLS = new Set(['time', 'top', 'dd', 'ping', 'perf', 'sar', 'adb']);

/** The measuring programs that a text names or runs, in the order of the list. */
export function toolsIn(text: string): readonly string[] {
  return TOOLS.filter((tool) => {
    const escaped = tool.replaceAll('+', '\\+');
    if (!AMBIGUOUS_TOOLS.has(tool)) return new RegExp(`(?:^|[^\\w/-])${escaped}(?![\\w-])`, 'im').test(text);
    return new RegExp(
      `^\\s*(?:[$#] )?(?:sudo )?${escaped}\\s+[-\\w]+[=/. ]|\\b(?:run|using|with) ${escaped}\\b`,
      'm',
    ).test(text);
  });
}
