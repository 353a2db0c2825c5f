import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { visitorOf } from '../../src/adapters/web/guard.ts';
import { commentedJson } from '../../src/cli/commented-json.ts';
import { machineChecks } from '../../src/cli/doctor-machine.ts';
import { reachChecks } from '../../src/cli/doctor-reach.ts';
import { type Check, examine, examinedText } from '../../src/cli/examined.ts';
import { LISTS_NOTES, SERVICE_NOTES, WEB_NOTES } from '../../src/cli/init-notes.ts';
import { runInit } from '../../src/cli/run-init.ts';
import { servicePlace } from '../../src/cli/service-place.ts';
import type { ListPolicy, ServiceSettings } from '../../src/service/service-settings.ts';
import { readServiceSettings } from '../../src/settings-service.ts';
import { hasImapServer, startImapServer } from '../support/imap-server.ts';
import { Inbox } from '../support/inbox.ts';
import { sqliteRuns } from '../support/sqlite.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'giveback-init-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What a command prints. */
function printed(run: () => unknown): string {
  const said: string[] = [];
  const write = (text: unknown) => {
    said.push(String(text));
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(write),
  );
  run();
  for (const spy of spies) spy.mockRestore();
  return said.join('');
}

const tokenIn = (text: string) => /^ {2}([\w-]{32})$/m.exec(text)?.[1] ?? '';

/** The paths of every key of a value, as notes name them. */
function pathsOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, held]: [string, unknown]) => {
    const here = path === '' ? key : `${path}.${key}`;
    const isObject = typeof held === 'object' && held !== null && !Array.isArray(held);
    return isObject ? pathsOf(held, here) : [here];
  });
}

describe('giveback init', () => {
  it('writes what comes with giveback, so that a folder of it changes nothing but the token', () => {
    const folder = join(home, 'fresh');
    const said = printed(() => runInit(folder, false));
    const { limits, web } = readServiceSettings(folder);
    const packaged = readServiceSettings('');
    expect(limits).toEqual(packaged.limits);
    expect({ ...web, tokenSha256: null }).toEqual(packaged.web);
    const header = (name: string) => (name === 'authorization' ? `Bearer ${tokenIn(said)}` : '');
    expect(visitorOf({ method: 'GET', path: '/', header }, web)).toBe('bearer');
    for (const name of ['service.json', 'lists.json', 'web.json', 'giveback.env'])
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('has a word about every number, and none about what is not there', () => {
    const { limits, web } = readServiceSettings('');
    expect(Object.keys(SERVICE_NOTES).toSorted()).toEqual(pathsOf(limits).toSorted());
    expect(Object.keys(WEB_NOTES).toSorted()).toEqual(pathsOf(web).toSorted());
    const text = readFileSync(join(home, 'fresh', 'lists.json'), 'utf8');
    for (const note of Object.values(LISTS_NOTES)) expect(text).toContain(`// ${note}`);
  });

  it('leaves what is there alone, and changes the token when it is asked to', () => {
    const folder = join(home, 'mine');
    mkdirSync(folder);
    writeFileSync(join(folder, 'lists.json'), '{"mine": true}');
    const said = printed(() => runInit(folder, false));
    expect(said).toContain('lists.json: is there already and was left alone');
    expect(readFileSync(join(folder, 'lists.json'), 'utf8')).toBe('{"mine": true}');
    const before = readFileSync(join(folder, 'web.json'), 'utf8');
    const changed = printed(() => runInit(folder, true));
    expect(tokenIn(changed)).not.toBe(tokenIn(said));
    expect(readFileSync(join(folder, 'web.json'), 'utf8')).not.toBe(before);
    expect(printed(() => runInit(join(home, 'none'), true))).toContain('giveback init writes it');
  });

  it('writes JSON that is read again as it was', () => {
    const value = { a: 1, b: { c: [], d: null, e: {} }, f: 'x "y"' };
    const text = commentedJson(value, 'head', { 'b.d': 'a note' });
    expect(JSON.parse(text.replaceAll(/^ *\/\/.*$/gm, ''))).toEqual(value);
    expect(text).toContain('    // a note\n    "d": null');
  });
});

describe('giveback doctor', () => {
  const told = async (checks: readonly Check[]) =>
    (await Promise.all(checks.map((check) => examine(check)))).map(examinedText).join('');

  const serviceWith = (list: string, policy: Partial<ListPolicy>): ServiceSettings => {
    const none = {
      stage: 'shadow',
      mute: false,
      address: null,
      operators: [],
      writers: [],
      maintainers: [],
      tree: null,
      embargoHours: 0,
      answerWithinDays: 7,
      subscriptions: [],
    } as const;
    return { ...readServiceSettings(''), lists: { [list]: { ...none, ...policy } } };
  };

  it.skipIf(!sqliteRuns)('finds a machine well, and says what it would rather see', async () => {
    const place = { ...servicePlace(join(home, 'well')), redisUrl: null };
    const text = await told(machineChecks({ ...place, database: { file: join(home, 'well.sqlite') } }));
    expect(text).toMatch(/^ok {5}data directory$/m);
    expect(text).toMatch(/^ok {5}store$/m);
  });

  it.skipIf(!sqliteRuns)('names a queue and a store that do not answer, and open passwords', async () => {
    const directory = join(home, 'ill');
    mkdirSync(directory);
    writeFileSync(join(directory, 'giveback.env'), 'GIVEBACK_SMTP_URL=x');
    chmodSync(join(directory, 'giveback.env'), 0o644);
    writeFileSync(join(directory, 'STOP'), '');
    const place = { ...servicePlace(directory), redisUrl: 'redis://127.0.0.1:1' };
    const text = await told(machineChecks({ ...place, database: { file: join(home, 'nowhere/x.sqlite') } }));
    expect(text).toMatch(/^FAILS {2}store: /m);
    expect(text).toMatch(/^FAILS {2}queue: Redis does not answer/m);
    expect(text).toMatch(/^FAILS {2}data directory: others can read its passwords: chmod 600 /m);
    expect(text).toMatch(/^FAILS {2}data directory: posting is stopped; giveback start /m);
  });

  it('looks at each source, and at what a list that may be answered needs', async () => {
    const inbox = new Inbox(join(home, 'inbox'));
    const good = serviceWith('usb', { subscriptions: [{ kind: 'public-inbox', url: inbox.url }] });
    expect(await told(reachChecks(good, {}, home))).toMatch(/^ok {5}list usb$/m);
    const bad = serviceWith('usb', {
      stage: 'list',
      subscriptions: [
        { kind: 'public-inbox', url: `file://${home}/none` },
        { kind: 'maildir', path: join(home, 'none') },
      ],
    });
    const text = await told(reachChecks(bad, { GIVEBACK_GITHUB_TOKEN: '' }, home));
    expect(text).toMatch(/^FAILS {2}list usb: .*can not be read: try git ls-remote /m);
    expect(text).toMatch(/^FAILS {2}list usb: .*is no Maildir: mkdir -p /m);
    expect(text).toMatch(/^FAILS {2}identity: /m);
    expect(text).toMatch(/^FAILS {2}mail: a list may be answered and GIVEBACK_SMTP_URL is not set$/m);
  });

  it.skipIf(!hasImapServer)('logs into a mailbox, and says what to do where that is refused', async () => {
    const server = await startImapServer();
    const at = (over: object) => ({
      ...{ kind: 'imap' as const, url: `imap://bot@127.0.0.1:${server.port}`, folder: 'INBOX', ...over },
    });
    const look = (over: object, password = server.password) =>
      told(
        reachChecks(
          serviceWith('usb', { subscriptions: [at(over)] }),
          { GIVEBACK_IMAP_PASSWORD: password },
          home,
        ),
      );
    expect(await look({})).toMatch(/^ok {5}list usb$/m);
    expect(await look({}, '')).toMatch(/^FAILS {2}list usb: set GIVEBACK_IMAP_PASSWORD/m);
    expect(await look({}, 'wrong')).toMatch(
      /^FAILS {2}list usb: .* does not let bot in: look at GIVEBACK_IMAP/m,
    );
    expect(await look({ folder: 'none' })).toMatch(/^FAILS {2}list usb: .* has no folder none for us: /m);
    expect(await look({ url: 'imap://bot@127.0.0.1:1' })).toMatch(/^FAILS {2}list usb: .* does not answer/m);
    await server.stop();
  });

  it('looks at each kernel tree', async () => {
    const tree = join(home, 'linux');
    mkdirSync(join(tree, 'drivers/usb/core'), { recursive: true });
    const service = { ...serviceWith('usb', {}), trees: { next: tree, gone: join(home, 'gone') } };
    const look = () => told(reachChecks(service, {}, home));
    expect(await look()).toMatch(/^FAILS {2}tree gone: .* is not there: git clone /m);
    expect(await look()).toMatch(/^FAILS {2}tree next: .* is no kernel tree: it has no drivers/m);
    writeFileSync(join(tree, 'drivers/usb/core/hcd.c'), '');
    expect(await look()).toMatch(/^ok {5}tree next$/m);
    expect(await look()).toMatch(/^note {3}tree next: .* has no MAINTAINERS/m);
    writeFileSync(join(tree, 'MAINTAINERS'), '');
    expect(await look()).not.toMatch(/MAINTAINERS/);
  });

  it('says when a mail server and GitHub do not answer, and when a key is open', async () => {
    const service = serviceWith('github:owner/repo', {});
    expect(await told(reachChecks(service, {}, home))).toMatch(
      /^FAILS {2}github: set GIVEBACK_GITHUB_APP_ID/m,
    );
    const nowhere = { GIVEBACK_SMTP_URL: 'smtp://127.0.0.1:1', GIVEBACK_GITHUB_API: 'http://127.0.0.1:1' };
    const text = await told(reachChecks(service, { ...nowhere, GIVEBACK_GITHUB_TOKEN: 'ghp_x' }, home));
    expect(text).toMatch(/^FAILS {2}mail: the mail server says no: /m);
    expect(text).toMatch(/^FAILS {2}github: /m);
    const key = join(home, 'app.pem');
    writeFileSync(key, 'x', { mode: 0o644 });
    const app = { GIVEBACK_GITHUB_APP_ID: '1', GIVEBACK_GITHUB_APP_KEY: key };
    expect(await told(reachChecks(service, app, home))).toMatch(/others can read the key .*chmod 600/);
  });
});
