import { expect, test } from 'vitest';
import { hazardsIn, namesIn } from './hazards-in.ts';

const PATH = 'drivers/net/usb/invented.c';

const one = (member: string, inner: string): string =>
  `\tspin_lock_irqsave(&net->${member}, flags);\n${inner}\tspin_unlock_irqrestore(&net->${member}, flags);\n`;
const inner = (member: string): string =>
  `\tspin_lock(&net->${member});\n\ttake(net);\n\tspin_unlock(&net->${member});\n`;

const driver = (first: string, second: string): string => `static void give(struct invented *net)
{
${inner('tx_lock')}}

static void net_work(struct work_struct *work)
{
	struct invented *net = container_of(work, struct invented, work);

${first}}

static void net_bh(struct tasklet_struct *t)
{
	struct invented *net = from_tasklet(net, t, bh);

${second}}

static void start(struct invented *net)
{
	INIT_WORK(&net->work, net_work);
	tasklet_setup(&net->bh, net_bh);
}

static void stop(struct invented *net)
{
	cancel_work_sync(&net->work);
	tasklet_kill(&net->bh);
}
`;

const RX_TX = one('rx_lock', inner('tx_lock'));
const TX_RX = one('tx_lock', inner('rx_lock'));

const check = (name: string, before: string, after: string, expected: readonly string[]): void => {
  test(name, () => {
    expect(namesIn(PATH, before, after)).toEqual(expected);
  });
};

check('two locks that come to be taken in both orders', driver(RX_TX, ''), driver(RX_TX, TX_RX), [
  'lock-order error',
]);
check(
  'one of them taken in a function further down',
  driver(TX_RX, ''),
  driver(TX_RX, one('rx_lock', '\tgive(net);\n')),
  ['lock-order error'],
);
check('the same order twice', driver(RX_TX, ''), driver(RX_TX, RX_TX), []);
check('one after the other', driver(RX_TX, ''), driver(RX_TX, inner('tx_lock') + inner('rx_lock')), []);
check('both orders there before', driver(RX_TX, TX_RX), driver(`\tcount(net);\n${RX_TX}`, TX_RX), []);
check(
  'a lock of another structure',
  driver(RX_TX, ''),
  driver(RX_TX, TX_RX.replaceAll('net->rx', 'skb->rx')),
  [],
);

test('the trace shows both CPUs', () => {
  const [hazard] = hazardsIn(PATH, driver(RX_TX, ''), driver(RX_TX, TX_RX));
  expect(hazard?.trace).toEqual([
    'one CPU holds the lock of struct invented tx_lock:',
    'net_bh',
    'spin_lock(&net->rx_lock)',
    'another CPU holds the lock of struct invented rx_lock:',
    'net_work',
    'spin_lock(&net->tx_lock)',
  ]);
});
