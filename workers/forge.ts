import type { Github } from '../src/adapters/forge/github.ts';
import type { ForgeEvent } from '../src/service/forge-event.ts';
import { ensureButtonObeyed } from './check-buttons.ts';
import { ensureCommentObeyed } from './comment-commands.ts';
import type { WorkerPorts } from './ports.ts';
import { ensureRequestReceived, listOf } from './requests.ts';

/** Does what a delivery asks. A delivery that comes twice changes nothing the second time. */
export async function ensureHandled(event: ForgeEvent, github: Github, ports: WorkerPorts): Promise<void> {
  // Anybody may point the webhooks of a repository of theirs at an app.
  if (!Object.hasOwn(ports.service.lists, listOf(event.repository))) return;
  switch (event.kind) {
    case 'request':
      await ensureRequestReceived(event, github, ports);
      return;
    case 'comment':
      return ensureCommentObeyed(event, github, ports);
    case 'button':
      return ensureButtonObeyed(event, github, ports);
  }
}
