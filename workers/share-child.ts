import type { ShareAnswer, ShareChildRequest } from '../src/adapters/evaluator/share-player.ts';
import { ReplayPlayer } from '../src/adapters/pool/replay-player.ts';
import { assumed } from '../src/settings/assumed.ts';
import { readSettings } from '../src/settings.ts';

/** One share: the parts come as a message, what they gave goes back as one. */
async function answer({ parts, assume, threads }: ShareChildRequest): Promise<ShareAnswer> {
  const settings = assumed(readSettings(), assume);
  const player = new ReplayPlayer(settings.replay, { threadsAfterMs: settings.threadsAfterMs, threads });
  try {
    return { played: await Promise.all(parts.map((part) => player.play(part))) };
  } finally {
    await player.close();
  }
}

process.once('message', (request: ShareChildRequest) => {
  void answer(request).then((said) => process.send?.(said));
});
process.once('disconnect', () => process.exit());
