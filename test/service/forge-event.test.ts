import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDelivery } from '../../src/service/forge-event.ts';

const repository = { full_name: 'owner/usb' };
const comment = (over: object = {}, action = 'created', issue: object = { pull_request: {} }) => ({
  ...{ action, repository, issue: { number: 7, user: { login: 'ada' }, ...issue } },
  comment: { id: 1, body: '/giveback rerun', user: { login: 'eve', type: 'User' }, ...over },
});
const button = (over: object = {}) => ({
  ...{ action: 'rerequested', repository, check_run: { id: 9, external_id: 'pr/7' } },
  ...{ sender: { login: 'eve', type: 'User' }, ...over },
});
const request = (action: string, name = 'owner/usb') => ({
  ...{ action, repository: { full_name: name }, pull_request: { number: 7 } },
});

describe('a delivery (T-H4, T-H5)', () => {
  it.each<[string, string, unknown, string | null]>([
    ['a new comment of a person', 'issue_comment', comment(), 'comment'],
    ['an edited comment', 'issue_comment', comment({}, 'edited'), null],
    ['a deleted comment', 'issue_comment', comment({}, 'deleted'), null],
    ['a comment of a bot', 'issue_comment', comment({ user: { login: 'x[bot]', type: 'Bot' } }), null],
    ['a comment by an app', 'issue_comment', comment({ performed_via_github_app: { id: 1 } }), null],
    ['a comment of a deleted user', 'issue_comment', comment({ user: null }), null],
    ['a comment on an issue', 'issue_comment', comment({}, 'created', {}), null],
    ['a request that was opened', 'pull_request', request('opened'), 'request'],
    ['a request with new commits', 'pull_request', request('synchronize'), 'request'],
    ['a request with another description', 'pull_request', request('edited'), 'request'],
    ['a request that was labelled', 'pull_request', request('labeled'), null],
    ['a request that was closed', 'pull_request', request('closed'), null],
    ['a repository whose name is a path', 'pull_request', request('opened', '../../etc'), null],
    ['a repository whose name is a query', 'pull_request', request('opened', 'a/b?c=d'), null],
    ['a button of a person', 'check_run', button(), 'button'],
    ['a button of a bot', 'check_run', button({ sender: { login: 'x', type: 'Bot' } }), null],
    ['a check that is not ours', 'check_run', button({ check_run: { id: 1, external_id: 'ci' } }), null],
    ['an event of another kind', 'push', request('opened'), null],
  ])('of %s', (_, event, payload, kind) => {
    expect(readDelivery(event, payload)?.kind ?? null).toBe(kind);
  });

  it('of whatever shape is nothing, and no error', () => {
    const events = fc.constantFrom('pull_request', 'issue_comment', 'check_run');
    fc.assert(fc.property(events, fc.jsonValue(), (event, payload) => readDelivery(event, payload) === null));
  });
});
