import type { Notes } from './commented-json.ts';

/** What each key of service.json means to the one who runs the service. */
export const SERVICE_NOTES: Notes = {
  quietPeriodMinutes: 'A thread is judged when no letter has come for so long.',
  pollSeconds: 'How often a source is asked for more.',
  pollSecondsMax: 'A source that fails is asked ever more seldom, and at last so often.',
  reconcileSeconds: 'How often what is due by the store is given to the queue again.',
  attemptsMax: 'A task that failed so often is a dead letter: giveback status names it.',
  retryDelaySeconds: 'Before the second attempt; doubled before each one after it.',
  lockSeconds: 'A worker that says nothing for so long has lost its task to another.',
  claimSeconds: 'A claim older than that belongs to a worker that is gone.',
  mailVisibilityMinutes: 'How long a mail of ours may take until the list shows it.',
  'evaluation.deadlineSeconds': 'An evaluation that takes longer is ended.',
  'evaluation.memoryMegabytes': 'One that asks for more is ended too.',
  'evaluation.atOnce': 'Evaluations beside each other in one process.',
  'evaluation.threads': 'Threads for the replays of one evaluation; null for a fair share of the cores.',
  'spread.partsMin': 'Of the replays of one evaluation so many parts wait for their owner; more are offered,',
  'spread.afterSeconds': 'once replaying has taken so long, to all workers of the queue,',
  'spread.partsPerShare': 'so many together.',
  'spread.claimsAtOnce': 'Claims that are replayed beside each other, so that there is something to offer.',
  'spread.takenSeconds': 'What does not come back in that time is played by its owner.',
  'spread.lookSeconds': 'How often it looks.',
  'post.retrySeconds': 'Before a post that was not taken is tried again; doubled each time.',
  'post.retrySecondsMax': 'And at last so often.',
  'post.triesMax': 'Then a person is asked.',
  'forge.requestSeconds': 'How long GitHub may take to answer.',
  'forge.visibilitySeconds': 'And to show what it took.',
  'caps.postsPerThread': 'Mails in one thread, for good.',
  'caps.postsPerListDay': 'Mails on one list in a day.',
  'caps.postsPerHour': 'Mails in an hour, on all lists together.',
  'caps.commandsPerActorHour': 'Commands of one person in an hour.',
  'caps.commandsPerMail': 'Commands that are read in one mail.',
  'caps.commandsPerThreadDay': 'Commands in one thread in a day.',
  'caps.commandDays': 'An older mail gives no commands.',
  'caps.addressOffDays': 'How long an address gets nothing that was refused for good.',
};

export const WEB_NOTES: Notes = {
  host: 'Another address than 127.0.0.1 needs a token; better, put a proxy with TLS before it.',
  port: 'The pages for people.',
  metricsPort: 'Counters for Prometheus, on this machine only, at /metrics.',
  origin: 'The address behind a proxy, as people type it: "https://bot.example".',
  tokenSha256: 'SHA-256 of the token that giveback init showed once. A new one: giveback init --token.',
  bodyBytesMax: 'A larger form is refused.',
  connectionsMax: 'Of more at once the slowest are closed.',
  pagesWaitingMax: 'Pages are made one after another; where so many wait, the next one is refused.',
  pagesPerSecondMax: 'Pages made in one second for those who have no token; the next one is refused.',
  headersSeconds: 'A client that takes longer for its headers is cut off,',
  requestSeconds: 'for its whole request,',
  keepAliveSeconds: 'or between two of them.',
  actionsPerMinute: 'Buttons that may be pressed in a minute.',
  diskMegabytesMin: 'With less room on the disk the service says that it is not ready.',
  rowsPerPage: 'Lines of a list.',
  refreshSeconds: 'How often a list that is watched is asked for again.',
};

export const LISTS_NOTES: Notes = {
  identity: 'Who we are. Choose an address that is read, before any list is more than "shadow".',
  'identity.domain': 'The right side of our Message-IDs.',
  'identity.url': 'Where the pages can be reached from outside, for links; null without.',
  lists: 'A list that is not here is in shadow: it is evaluated, and nothing leaves.',
  'lists.example.stage':
    'shadow: nothing leaves. author-only: a mail to the author. moderated: a person releases. list: to all.',
  'lists.example.mute': 'Wins over everything else.',
  'lists.example.address': 'Where the list is written to, from stage "list" on.',
  'lists.example.operators': 'Addresses and GitHub logins that may do everything.',
  'lists.example.maintainers': 'Those that may publish a verdict on the list, or end ours on it.',
  'lists.example.tree': 'A name among trees: sources that its series are read on.',
  'lists.example.subscriptions':
    'public-inbox with a "url"; maildir or mbox with a "path". A repository is a list "github:owner/name" without any.',
};

/** The environment of the service; only the process that posts is given what is below its line. */
export const ENVIRONMENT = `# Read by systemd (EnvironmentFile) and by docker compose. Keep it to yourself: chmod 600.

# A store that several machines share, in place of the SQLite file in the data directory:
#DATABASE_URL=postgres://giveback@db.example/giveback

# A queue that several machines share, in place of a private redis-server:
#REDIS_URL=redis://queue.example:6379

# The mailbox of a list that is followed by IMAP; given to the process that reads, and to no other.
#GIVEBACK_IMAP_PASSWORD=

# --- what follows is given to the process that posts, and to no other ---

# Mail that leaves. Without it every mail stays a draft in outbox/.
#GIVEBACK_SMTP_URL=smtps://user:password@mail.example:465

# GitHub: an app with the file of its key (mode 600), or a token for reading while you try.
#GIVEBACK_GITHUB_APP_ID=12345
#GIVEBACK_GITHUB_APP_KEY=/etc/giveback/app.pem
#GIVEBACK_GITHUB_TOKEN=
#GIVEBACK_WEBHOOK_SECRET=
`;
