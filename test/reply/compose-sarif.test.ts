import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { composeSarif } from '../../src/reply/compose-sarif.ts';
import { anyReport } from '../support/random-reports.ts';
import { hazardOf, modelOf, reportOf } from '../support/reports.ts';

const message = z.strictObject({ text: z.string() });
const location = z.strictObject({
  physicalLocation: z
    .strictObject({
      artifactLocation: z.strictObject({
        uri: z.string().regex(/^[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/),
        uriBaseId: z.literal('SRCROOT'),
      }),
      region: z.strictObject({ startLine: z.int().min(1) }),
    })
    .optional(),
  message: message.optional(),
});

/** The part of SARIF 2.1.0 that is written here: names, types and bounds as the specification has them. */
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          version: z.string(),
          rules: z.array(z.strictObject({ id: z.string(), shortDescription: message })),
        }),
      }),
      columnKind: z.literal('utf16CodeUnits'),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(['error', 'warning']),
          message,
          locations: z.array(location),
          codeFlows: z
            .tuple([
              z.strictObject({
                threadFlows: z.tuple([
                  z.strictObject({ locations: z.array(z.strictObject({ location })).min(1) }),
                ]),
              }),
            ])
            .optional(),
          partialFingerprints: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ]),
});

test('any report gives valid SARIF, with one result for each hazard and its rule', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const [run] = sarif.parse(composeSarif(report)).runs;
      const kinds = (report.model?.hazards ?? []).map(({ kind }) => kind);
      expect(run.results.map(({ ruleId }) => ruleId)).toEqual(kinds);
      for (const { ruleId, ruleIndex } of run.results) {
        expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      }
    }),
  );
});

test('a hazard keeps its fingerprint when its line moves', () => {
  const at = (line: number) =>
    composeSarif(
      reportOf({ model: modelOf({ hazards: [hazardOf({ where: { file: 'drivers/usb/a b.c', line } })] }) }),
    ).runs[0].results[0];
  expect(at(1)?.partialFingerprints).toEqual(at(2)?.partialFingerprints);
  expect(at(1)?.locations[0]?.physicalLocation?.artifactLocation.uri).toBe('drivers/usb/a%20b.c');
  expect(at(1)?.codeFlows?.[0].threadFlows[0].locations).toHaveLength(2);
});
