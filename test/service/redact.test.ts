import { describe, expect, it } from 'vitest';
import { redacted } from '../../src/service/redact.ts';

const CANARY = 'canary0123456789';

describe('a line of a log (T-H10)', () => {
  it.each([
    `GET /x {"authorization":"token ${CANARY}"}`,
    `Authorization: Bearer ${CANARY}`,
    `authorization: basic ${CANARY}`,
    `ghp_${CANARY}`,
    `a ghs_${CANARY} b gho_${CANARY}`,
    `ghs_12345_eyJhbGciOi.${CANARY}.${CANARY}-_`,
    `github_pat_${CANARY}`,
    `https://x-access-token:${CANARY}@github.example/owner/repo`,
    `connect redis://:${CANARY}@queue.example:6379 and smtp://me:${CANARY}@mail.example`,
    `postgres://user:${CANARY}@db/giveback`,
    `C: AUTH PLAIN ${CANARY}==`,
    `-----BEGIN RSA PRIVATE KEY-----\n${CANARY}\n-----END RSA PRIVATE KEY-----`,
  ])('has no secret left: %s', (text) => {
    expect(redacted(text)).not.toContain(CANARY);
  });

  it('has no secret left that this process was given, whatever its shape', () => {
    expect(redacted(`535 no: ${CANARY}!`, [CANARY, '', 'no'])).toBe('535 no: <secret>!');
  });

  it.each([
    '<20190204-1@ring.example.org>',
    'https://archive.example/list/',
    'usb: token bucket for URBs',
    'a: b@c',
  ])('keeps what is none: %s', (text) => expect(redacted(text)).toBe(text));

  it('has an end', () => {
    expect(redacted('x'.repeat(10_000))).toHaveLength(2_000);
  });
});
