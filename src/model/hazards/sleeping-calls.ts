import type { FlowCall } from '../body-flow.ts';

/** Calls that sleep, or may. Source: Linux 6.1, might_sleep() in each of them or in what they call first */
const SLEEPING = new Set(
  ['msleep', 'usleep_range', 'ssleep', 'schedule_timeout', 'mutex_lock', 'mutex_lock_interruptible'].concat(
    ['wait_for_completion', 'wait_for_completion_timeout', 'down', 'down_interruptible', 'synchronize_rcu'],
    ['usb_control_msg', 'usb_bulk_msg', 'usb_interrupt_msg', 'usb_kill_urb', 'usb_poison_urb'],
    ['cancel_work_sync', 'cancel_delayed_work_sync', 'flush_work', 'flush_workqueue', 'tasklet_kill'],
    ['free_irq', 'disable_irq', 'synchronize_irq', 'del_timer_sync', 'usb_autopm_get_interface'],
    ['usb_autopm_put_interface', 'debugfs_create_file', 'debugfs_create_dir', 'debugfs_remove_recursive'],
  ),
);
/** Two of them wait without sleeping for what runs elsewhere; from a softirq that is no less wrong, but another matter. */
const WAITING = new Set(['del_timer_sync', 'synchronize_irq', 'disable_irq', 'tasklet_kill']);
/** Calls that sleep between two looks when the argument at that place is not 0. Source: Linux 6.1, linux/iopoll.h, linux/regmap.h */
const POLLING = new Map([
  ['readl_poll_timeout', 3],
  ['regmap_field_read_poll_timeout', 3],
  ['regmap_read_poll_timeout', 4],
]);
const GFP = /^(?:GFP_KERNEL|GFP_NOIO|GFP_USER)$/;

/** All words by which code says that it may sleep: calls, and flags of an allocation. */
export const SLEEPERS: ReadonlySet<string> = new Set([
  'GFP_KERNEL',
  'GFP_NOIO',
  ...SLEEPING,
  ...POLLING.keys(),
]);

/** The word by which a call says that it may sleep; null when it does not, or when a condition decides. */
export function sleeperIn({ name, args }: FlowCall): string | null {
  if (SLEEPING.has(name) && !WAITING.has(name)) return name;
  if (/^[1-9]\d*$/.test(args[POLLING.get(name) ?? -1] ?? '')) return name;
  return args.find((argument) => GFP.test(argument)) ?? null;
}
