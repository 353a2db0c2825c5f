import { describe, expect, it } from 'vitest';
import { auditLimits } from '../../src/verdict/physical-limit.ts';
import { auditBitsForBytes } from '../../src/verdict/unit-slip.ts';
import { claimOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const audit = (sketch: Sketch) => auditLimits(claimOf(sketch), settings);
const kinds = (sketch: Sketch) => audit(sketch).findings.map(({ kind, severity }) => `${kind} ${severity}`);

const gigabit = {
  unit: 'Mbit/s',
  workload: 'net-rx',
  device: '1gigabit ethernet adapter (RTL8153)',
} as const;
const pktgen = { tools: ['pktgen', 'vnstat'], frameBytes: 1500 };

describe('an Ethernet rate', () => {
  it('at the ceiling of the tool that counted it is a lower bound', () => {
    const { findings, limits } = audit({ ...gigabit, before: 933.86, after: 983.86, conditions: pktgen });
    expect(findings.map(({ kind }) => kind)).toEqual(['limit-saturated']);
    expect(findings[0]?.text).toBe(
      '983.86 Mbit/s is 99.96 % of what gigabit Ethernet with 1500-byte frames carries ' +
        '(984.252 Mbit/s, counted as L2 without FCS): the gain is a lower bound.',
    );
    const l3 = limits.find(({ convention }) => convention === 'L3');
    expect(l3?.base).toBeCloseTo(975065616.8, 0);
    expect(l3?.ratio).toBeGreaterThan(1);
    expect(limits.map(({ base }) => base)).toEqual(limits.map(({ base }) => base).toSorted((a, b) => a - b));
  });

  it('well below every ceiling has nothing to say', () => {
    expect(kinds({ ...gigabit, before: 830.18, after: 882.75, conditions: pktgen })).toEqual([]);
  });

  it('above every convention is beyond the limit', () => {
    const { beyond, findings } = audit({ ...gigabit, before: 941.5, after: 1012.4, conditions: pktgen });
    expect(beyond?.convention).toBe('L2 with FCS');
    expect(beyond?.ratio).toBeCloseTo(1.02586, 4);
    expect(findings).toEqual([]);
  });

  it('a hair above the highest convention is rounding', () => {
    expect(audit({ ...gigabit, before: 900, after: 988.5, conditions: pktgen }).beyond).toBeNull();
  });

  it('above what its tool can count is possible only under another convention', () => {
    expect(kinds({ ...gigabit, before: 900, after: 986.8, conditions: pktgen })).toEqual([
      'convention-limit warning',
    ]);
    const iperf = { tools: ['iperf3'], frameBytes: 1514 };
    expect(kinds({ ...gigabit, before: 900, after: 970, conditions: iperf })).toEqual([
      'convention-limit warning',
    ]);
  });

  it('at the TCP payload of a gigabit is the line rate on both sides', () => {
    const { findings } = audit({ ...gigabit, before: 941, after: 941, conditions: { tools: ['iperf3'] } });
    expect(findings[0]?.kind).toBe('limit-saturated');
    expect(findings[0]?.text).toContain('both sides are at the ceiling');
  });

  it('without a frame size may use jumbo frames', () => {
    expect(audit({ ...gigabit, before: 900, after: 989.5 }).beyond).toBeNull();
    expect(audit({ ...gigabit, before: 900, after: 1012 }).beyond).not.toBeNull();
  });

  it('of a link that is not named has no ceiling', () => {
    expect(audit({ unit: 'Mbit/s', workload: 'net-rx', before: 900, after: 1012 }).limits).toEqual([]);
  });

  it('that adds up both directions has no ceiling', () => {
    const where = { messageId: null, line: 1, text: 'bidirectional 1850 Mbit/s' };
    expect(audit({ ...gigabit, where, before: 1700, after: 1850 }).limits).toEqual([]);
  });

  it('of a UDP sender is not what the wire carried', () => {
    const sender = { ...gigabit, workload: 'net-tx', quantity: 'UDP TX' } as const;
    expect(audit({ ...sender, before: 900, after: 1100 }).limits).toEqual([]);
  });

  it('takes the fastest link that is named', () => {
    for (const device of [
      '2.5gbe adapter on a gigabit switch',
      'multi-gigabit adapter',
      '2.5 Gbps, not gigabit',
      'gigabit and 2.5G',
    ])
      expect(audit({ ...gigabit, device, before: 900, after: 2300 }).beyond).toBeNull();
  });

  it('in packets is bounded by the smallest frame', () => {
    const packets: Sketch = { ...gigabit, unit: 'pps', metric: 'packet-rate', before: 1e6, after: 1.6e6 };
    expect(audit(packets).beyond?.base).toBeCloseTo(1488095.238, 2);
    expect(audit({ ...packets, after: 1.4e6 }).beyond).toBeNull();
  });
});

describe('a USB rate', () => {
  it('is bounded by the speed the text gives', () => {
    const disk: Sketch = {
      unit: 'MB/s',
      before: 40,
      after: 60,
      conditions: { speed: 'high', isLinkNamed: true },
    };
    expect(audit(disk).beyond?.base).toBeCloseTo(53.248e6, 3);
    expect(audit({ ...disk, conditions: { speed: 'super', isLinkNamed: true } }).beyond).toBeNull();
  });

  it('at the ceiling of high speed is cut off by it', () => {
    expect(
      kinds({ unit: 'MB/s', before: 40, after: 53.2, conditions: { speed: 'high', isLinkNamed: true } }),
    ).toEqual(['limit-saturated warning']);
  });

  it('of a device named by its generation has that ceiling', () => {
    expect(audit({ unit: 'MB/s', device: 'USB 3.0 stick', before: 100, after: 510 }).beyond).not.toBeNull();
    expect(audit({ unit: 'MB/s', device: 'USB 3.2 Gen 2 disk', before: 100, after: 900 }).beyond).toBeNull();
  });

  it.each([
    'NVMe disk in a USB 3.2 case',
    'NVMe disk in a USB3 case',
    'disk in a USB 3.2 Gen 2x2 case',
    'disk behind Thunderbolt',
    'disk that runs at full speed',
    'disk for high-speed transfers',
    'disk',
  ])('has no ceiling where the words leave its link open: %s', (device) => {
    expect(audit({ unit: 'MB/s', device, before: 1800, after: 1900 }).limits).toEqual([]);
  });

  it('is not bounded by a link that is named near it, of another claim perhaps', () => {
    const disk: Sketch = { unit: 'MB/s', before: 900, after: 902, conditions: { speed: 'high' } };
    expect(audit(disk).limits).toEqual([]);
  });

  it('is not bounded by a bit rate that is the figure itself', () => {
    const where = { messageId: null, line: 1, text: 'RX 12 Mbit/s 15 Mbit/s' };
    const claim: Sketch = { unit: 'Mbit/s', workload: 'net-rx', where, before: 12, after: 15 };
    expect(audit(claim).limits).toEqual([]);
  });

  it.each([
    ['hdparm: 32.1 to 33.9 MB/s on a USB 2.0 stick, and from 310 to 334 MB/s on an SSD', 310, 334],
    ['Behind a USB 2.0 hub it reads 38 MB/s; connected directly 355 MB/s become 371 MB/s', 355, 371],
  ])('is not bounded by a link that its line names for other figures: %s', (text, before, after) => {
    const where = { messageId: null, line: 1, text };
    expect(audit({ unit: 'MB/s', quantity: 'on a USB 2.0 stick', where, before, after }).limits).toEqual([]);
  });

  it.each(['USB 2.0 stick, cached reads', 'four USB 2.0 sticks in parallel', 'USB 2.0 gadget, read locally'])(
    'of what went over no one wire has no ceiling: %s',
    (device) => {
      expect(audit({ unit: 'MB/s', device, before: 140, after: 151 }).limits).toEqual([]);
    },
  );

  it('may be of another link, where only one side is far above the ceiling', () => {
    const port: Sketch = { unit: 'MB/s', device: 'no longer falls back to USB 2.0', before: 38, after: 390 };
    expect(audit(port).limits).toEqual([]);
    expect(audit({ ...port, before: 380 }).beyond).not.toBeNull();
    expect(audit({ ...port, after: 60 }).beyond).not.toBeNull();
  });

  it('takes the fastest speed that is named', () => {
    const device = 'USB 3.0 disk';
    const disk: Sketch = { unit: 'MB/s', device, before: 100, after: 110 };
    expect(audit({ ...disk, conditions: { speed: 'high', isLinkNamed: true } }).beyond).toBeNull();
  });

  it('in bytes that would fit as bits is asked about', () => {
    const claim = claimOf({
      unit: 'MB/s',
      before: 50,
      after: 58,
      conditions: { speed: 'high', isLinkNamed: true },
    });
    const { beyond } = auditLimits(claim, settings);
    expect(auditBitsForBytes(claim, beyond).map(({ kind }) => kind)).toEqual(['unit-slip']);
    expect(auditBitsForBytes(claim, null)).toEqual([]);
  });

  it('of a camera is bounded by isochronous and bulk together', () => {
    const camera: Sketch = {
      unit: 'MB/s',
      workload: 'video-capture',
      before: 20,
      after: 60,
      conditions: { speed: 'high', isLinkNamed: true },
    };
    expect(audit(camera).beyond?.convention).toBe('bulk');
    expect(audit({ ...camera, after: 50 }).beyond).toBeNull();
  });

  it('of uncompressed video bounds the frame rate', () => {
    const camera: Sketch = {
      unit: 'fps',
      metric: 'frame-rate',
      workload: 'video-capture',
      quantity: 'YUYV 4096 x 2160',
      before: 26,
      after: 30,
      conditions: { speed: 'super', isLinkNamed: true },
    };
    expect(audit(camera).beyond?.convention).toBe('uncompressed YUY2, bulk, raw symbols');
    expect(audit({ ...camera, quantity: 'MJPEG 4096 x 2160' }).limits).toEqual([]);
  });

  it('of something that crosses no wire has no ceiling', () => {
    expect(
      audit({
        unit: 'MB/s',
        workload: 'memcpy',
        before: 4000,
        after: 4400,
        conditions: { speed: 'high', isLinkNamed: true },
      }).limits,
    ).toEqual([]);
  });
});
