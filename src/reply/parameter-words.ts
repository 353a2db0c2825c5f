/** What a parameter of the model is, for somebody who has not read config/. A name that is not here stands for itself. */
const WORDS: Readonly<Record<string, string>> = {
  irqNs: 'entering and leaving an interrupt',
  softirqNs: 'raising and entering the softirqs',
  taskletNs: 'scheduling and calling a tasklet',
  wakeNs: 'waking a thread',
  contextSwitchNs: 'a context switch',
  irqThreadNs: 'what handling an interrupt in a thread adds',
  lockNs: 'taking a free spinlock',
  contendedLockNs: 'handing a spinlock over',
  eventTrbNs: 'handling one event of the controller',
  mmioReadNs: 'reading a device register',
  mmioWriteNs: 'writing a device register',
  submitNs: 'submitting an URB',
  givebackNs: 'giving an URB back, without its completion handler',
  bhQueueNs: 'queueing an URB for the tasklet',
  mapNs: 'mapping a buffer for DMA',
  unmapNs: 'unmapping a buffer after DMA',
  skbNs: 'allocating and freeing an skb',
  rxStackNs: 'a packet in the network stack',
  uvcHeaderNs: 'reading the header of one UVC packet',
  readCachedNs: 'reading a word from the cache',
  readCoherentNs: 'reading a word of coherent memory',
  scsiNs: 'a command in the SCSI and block layers',
  copyCachedBytesPerSec: 'copying out of cached memory',
  copyCoherentBytesPerSec: 'copying out of coherent memory',
  machineClass: 'which kind of machine it was',
  transferBytes: 'how much one command transfers',
  deviceNs: 'the time the device takes for one command',
  offeredFramesPerSec: 'how many frames a second the sender offers',
  framesPerSec: "the camera's own rate",
  restNs: 'what usbnet_bh() does besides its queue',
  elsewhereNs: 'what the figure holds beside the path of an URB',
  elsewherePercent: 'what else keeps the CPUs busy',
  eventsCounted: 'how many events the figure counts of what a run shows one of',
  bytesMoved: 'how much was moved',
  cpusCounted: 'whether 100 % means one CPU or all of them',
  requestBytes: 'how much one request reads or writes',
  idleCounted: 'whether switches to the idle task count',
  linkShare: 'how much of its link the stream fills',
  scatterEntryBytes: 'how large a piece of memory an URB of the disk covers',
  frameBytes: 'the size of a picture',
  packetBytes: 'the size of a packet',
  memoryBytes: 'how much the network adapter keeps on its way out',
  burstBytes: 'the room a full network adapter waits for',
  pingRestNs: 'what a round trip takes besides the queue',
  backingFileRate: 'how much faster than the figure the backing file is',
  backingCv: 'how unevenly the backing file comes',
  isBackingBusy: 'whether the CPU or a medium moves the file',
  commandBytes: 'how much the host asks for with one command',
  hostNs: 'the time of the host between two commands',
  hostPhaseNs: 'the time of the host between two phases of a command',
  heldBackBy: 'what holds the link back',
  framesPerSecHeldBack: 'how many frames a second that lets through',
  direction: 'which way the frames went',
  framesPerRequest: 'how many frames a request carries',
  lockPairNs: 'one lock operation of the queue, as the profile shows it',
  coalesceNs: 'how long the adapter collects frames',
  urbs: 'how many URBs are in flight',
  urbBytes: 'the size of an URB',
  profileScatter: 'how far a profile scatters',
};

/** "irqThreadNs (what handling an interrupt in a thread adds)". */
export function parameterWords(name: string): string {
  const words = WORDS[name];
  return words === undefined ? name : `${name} (${words})`;
}

/** A value of a parameter with its unit, which its name ends in. */
export function parameterValue(name: string, value: number): string {
  if (name.endsWith('BytesPerSec')) return `${rounded(value / 1e6)} MB/s`;
  if (!name.endsWith('Ns')) return rounded(value);
  return Math.abs(value) < 1000 ? `${rounded(value)} ns` : `${rounded(value / 1000)} µs`;
}

function rounded(value: number): string {
  return `${Number(value.toPrecision(3))}`.replace('-', '−');
}
