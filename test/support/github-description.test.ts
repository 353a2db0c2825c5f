import { describe, expect, it } from 'vitest';
import { GithubDescription, type SentRequest } from './github-description.ts';

const description = new GithubDescription();

const sent = (method: string, path: string, body: unknown = undefined, query = ''): SentRequest => {
  return { method, path, body, query: new URLSearchParams(query) };
};
const CHECK = { name: 'giveback', head_sha: 'a'.repeat(40), status: 'completed', conclusion: 'neutral' };

describe("GitHub's own description", () => {
  it.each([
    sent('GET', '/repos/owner/usb/pulls/7'),
    sent('GET', '/repos/owner/usb/pulls', undefined, 'state=open&sort=updated&per_page=100'),
    sent('POST', '/repos/owner/usb/issues/7/comments', { body: 'x' }),
    sent('POST', '/repos/owner/usb/check-runs', CHECK),
  ])('knows %j', (request) => {
    expect(description.violations(request)).toEqual([]);
  });

  it.each<[SentRequest, RegExp]>([
    [sent('POST', '/repos/owner/usb/issues/7/comments', { text: 'x' }), /body must have required property/],
    [sent('POST', '/repos/owner/usb/check-runs', { ...CHECK, conclusion: 'bad' }), /allowed values/],
    [sent('GET', '/repos/owner/usb/pulls/seven'), /must be integer/],
    [sent('GET', '/repos/owner/usb/pulls', undefined, 'sort=newest'), /allowed values/],
    [sent('GET', '/repos/owner/usb/pulls', undefined, 'colour=red'), /knows no parameter colour/],
    [sent('DELETE', '/repos/owner/usb/everything'), /has no such thing/],
  ])('refuses %j', (request, because) => {
    expect(description.violations(request).join('\n')).toMatch(because);
  });
});
