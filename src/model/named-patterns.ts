import { comingOrGoing, constant, type NamedPattern, replacing } from './named-pattern.ts';

const TASKLET = new Set(
  ['setup', 'init', 'schedule', 'hi_schedule', 'kill', 'struct', 'disable', 'enable'].map(
    (name) => `tasklet_${name}`,
  ),
);
const WORK = new Set([
  'INIT_WORK',
  'queue_work',
  'schedule_work',
  'work_struct',
  'cancel_work_sync',
  'flush_work',
]);
const BH_WORK = new Set(['system_bh_wq', 'system_bh_highpri_wq', 'WQ_BH']);
const SAVING = new Set(['spin_lock_irqsave', 'spin_unlock_irqrestore']);
const PLAIN = new Set(['spin_lock', 'spin_unlock']);
const NAPI = new Set([
  'netif_napi_add',
  'napi_schedule',
  'napi_complete_done',
  'napi_gro_receive',
  'napi_enable',
]);

/** How the names of such constants end, lower case. */
const URB_COUNT = ['urbs', 'num_urb', 'urb_count', 'max_rx', 'max_tx', 'rx_qlen', 'tx_qlen', 'qmult'];
const URB_SIZE = [
  'urb_size',
  'agg_buf_sz',
  'rx_buf_sz',
  '_buf_size',
  '_buffer_size',
  '_frame_size',
  'frames_per_desc',
].concat(['max_packets', 'hard_mtu']);
const COMMAND_SIZE = ['max_sectors', 'max_hw_sectors', 'sg_tablesize', 'max_segment_size'];
const POLLING = ['poll_interval', 'poll_delay'];

/**
 * Kinds of change that are told by name and not simulated. A new one is a line here, or a file of its own when a line
 * does not do. Source: usb-model, section 5
 */
export const NAMED_PATTERNS: readonly NamedPattern[] = [
  replacing(
    { code: 'P08', what: 'tasklet or work item to BH work queue' },
    new Set([...TASKLET, 'system_wq']),
    BH_WORK,
  ),
  replacing({ code: 'P07', what: 'tasklet to work queue' }, TASKLET, WORK),
  replacing(
    { code: 'P10', what: 'priority of a tasklet' },
    new Set(['tasklet_schedule']),
    new Set(['tasklet_hi_schedule']),
  ),
  comingOrGoing({ code: 'P13', what: 'DMA mapping kept and synchronised' }, (word) =>
    word.startsWith('dma_sync_'),
  ),
  constant({ code: 'P14', what: 'number of URBs' }, URB_COUNT),
  constant({ code: 'P15', what: 'size of URBs' }, URB_SIZE),
  replacing(
    { code: 'P17', what: 'allocation that may sleep' },
    new Set(['GFP_ATOMIC']),
    new Set(['GFP_KERNEL', 'GFP_NOIO']),
  ),
  constant({ code: 'P20', what: 'size of storage commands' }, COMMAND_SIZE),
  comingOrGoing({ code: 'P21', what: 'quirk of a storage device' }, (word) =>
    /^(?:US_FL_|UNUSUAL_DEV$)/.test(word),
  ),
  comingOrGoing({ code: 'P22', what: 'NAPI' }, (word) => NAPI.has(word)),
  comingOrGoing({ code: 'P23', what: 'features of a network device' }, (word) => word.startsWith('NETIF_F_')),
  comingOrGoing({ code: 'P24', what: 'URBs without an interrupt' }, (word) => word === 'URB_NO_INTERRUPT'),
  replacing({ code: 'P25', what: 'lock that saves the interrupt state' }, SAVING, PLAIN),
  comingOrGoing(
    { code: 'P26', what: 'interrupts off around complete()' },
    (word) => word === 'local_irq_save',
  ),
  comingOrGoing({ code: 'P27', what: 'giveback loop until nothing is left' }, (word) => word === 'restart'),
  constant({ code: 'P29', what: 'polling interval' }, POLLING),
  comingOrGoing({ code: 'P30', what: 'power saving' }, (word) =>
    /^(?:usb_(?:en|dis)able_autosuspend|USB_QUIRK_NO_LPM|USB_QUIRK_RESET_RESUME)$/.test(word),
  ),
];
