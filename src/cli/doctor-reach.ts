import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Github } from '../adapters/forge/github.ts';
import { fetchingGit } from '../adapters/git/fetching-git.ts';
import { smtpAilments } from '../adapters/outbox/smtp-ailments.ts';
import { imapAilments } from '../adapters/subscription/imap-ailments.ts';
import { treeAilments } from '../adapters/tree/tree-ailments.ts';
import type { ServiceSettings, SubscriptionPlace } from '../service/service-settings.ts';
import { isLoopback } from '../service/web-settings.ts';
import type { Check, Findings } from './examined.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the configuration reaches for: who we are, each list, the mail server, GitHub, the pages. */
export function reachChecks(service: ServiceSettings, env: Environment, directory: string): readonly Check[] {
  const sources = Object.entries(service.lists).flatMap(([list, { subscriptions }]) =>
    subscriptions.map((place): Check => [`list ${list}`, () => source(place, env, directory)]),
  );
  return [
    ['identity', async () => identity(service)],
    ...sources,
    ...Object.entries(service.trees).map(([name, tree]): Check => [`tree ${name}`, () => treeAilments(tree)]),
    ['mail', () => mail(service, env)],
    ['github', () => github(service, env)],
    ['pages', async () => pages(service)],
  ];
}

function identity({ lists, identity: { domain } }: ServiceSettings): Findings {
  const speaking = Object.values(lists).some(({ stage }) => stage !== 'shadow');
  if (Object.keys(lists).length === 0) return { notes: ['lists.json names no list yet'] };
  if (!domain.endsWith('.invalid')) return {};
  const says = 'lists.json has no identity of ours: set identity.address and identity.domain';
  return speaking ? { ailments: [says] } : { notes: [`${says} before any list is more than shadow`] };
}

async function source(place: SubscriptionPlace, env: Environment, directory: string): Promise<Findings> {
  switch (place.kind) {
    case 'maildir': {
      const isThere = ['new', 'cur'].every((part) => existsSync(join(place.path, part)));
      return isThere
        ? {}
        : { ailments: [`${place.path} is no Maildir: mkdir -p ${place.path}/{new,cur,tmp}`] };
    }
    case 'mbox':
      return existsSync(place.path) ? {} : { notes: [`${place.path} is not there yet`] };
    case 'mirror': {
      const epoch = join(place.path, 'git', '0.git');
      return existsSync(epoch)
        ? {}
        : { ailments: [`${epoch} is not there: public-inbox-clone --epoch=~0 brings it`] };
    }
    case 'public-inbox':
      return inbox(place.url, directory);
    case 'imap': {
      const password = env['GIVEBACK_IMAP_PASSWORD'];
      if (!password) return { ailments: ['set GIVEBACK_IMAP_PASSWORD in giveback.env'] };
      return { ailments: await imapAilments({ url: place.url, folder: place.folder, password }) };
    }
  }
}

async function inbox(url: string, directory: string): Promise<Findings> {
  const epoch = `${url.replace(/\/$/, '')}/git/0.git`;
  try {
    await fetchingGit(directory).raw(['ls-remote', '--quiet', epoch, 'HEAD']);
    return {};
  } catch {
    return { ailments: [`${epoch} can not be read: try git ls-remote ${epoch}`] };
  }
}

/** A list that mail may leave for needs a server; where none is set up, drafts are the whole of it. */
async function mail({ lists }: ServiceSettings, env: Environment): Promise<Findings> {
  const url = env['GIVEBACK_SMTP_URL'];
  if (url) return { ailments: await smtpAilments(url) };
  const isNeeded = Object.entries(lists).some(
    ([name, { stage }]) => stage !== 'shadow' && !name.startsWith('github:'),
  );
  return isNeeded
    ? { ailments: ['a list may be answered and GIVEBACK_SMTP_URL is not set'] }
    : { notes: ['GIVEBACK_SMTP_URL is not set: every mail stays a draft'] };
}

async function github({ lists, limits }: ServiceSettings, env: Environment): Promise<Findings> {
  const repositories = Object.keys(lists).flatMap((name) =>
    name.startsWith('github:') ? [name.slice(7)] : [],
  );
  const key = env['GIVEBACK_GITHUB_APP_KEY'];
  const [appId, token] = [env['GIVEBACK_GITHUB_APP_ID'], env['GIVEBACK_GITHUB_TOKEN']];
  if (!(appId && key) && !token)
    return repositories.length === 0
      ? { notes: ['no repository is followed'] }
      : { ailments: ['set GIVEBACK_GITHUB_APP_ID and GIVEBACK_GITHUB_APP_KEY, or GIVEBACK_GITHUB_TOKEN'] };
  if (key && (statSync(key).mode & 0o077) !== 0)
    return { ailments: [`others can read the key of the app: chmod 600 ${key}`] };
  const access = appId && key ? { appId, privateKey: readFileSync(key, 'utf8') } : { token: token ?? '' };
  const baseUrl = env['GIVEBACK_GITHUB_API'] || 'https://api.github.com';
  const hub = new Github({ baseUrl, requestMs: limits.forge.requestSeconds * 1_000, access });
  for (const repository of repositories) await hub.listChanged(repository, new Date().toISOString());
  return appId ? {} : { notes: ['a token can do more than it should; an app is better than it'] };
}

function pages({ web: { host, tokenSha256 } }: ServiceSettings): Findings {
  if (tokenSha256 !== null) return {};
  return isLoopback(host)
    ? { notes: ['nobody can act by the pages: giveback init makes a token'] }
    : { ailments: [`the host is ${host} and there is no token: giveback init makes one`] };
}
