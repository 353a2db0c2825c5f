import type { ChildProcess } from 'node:child_process';
import type { PlayedPart, ReplayPart } from '../../replay/replay-claim.ts';
import type { Helpers, OfferedShare } from '../pool/helpers.ts';

/** The child has no way to anybody but the process that started it: it offers its parts to that one, by number. */
export type SpokenByChild =
  | { readonly offers: number; readonly parts: readonly ReplayPart[] }
  | { readonly takesBack: number };

export type SpokenToChild =
  | { readonly share: number; readonly played: readonly PlayedPart[] | null }
  | { readonly share: number; readonly isBack: boolean };

/** The helpers of a child, through messages. */
export function helpersByMessage(channel: NodeJS.Process): Helpers {
  const shares: { told(played: readonly PlayedPart[] | null): void; answered(isBack: boolean): void }[] = [];
  channel.on('message', (message: SpokenToChild) => {
    const share = shares[message.share];
    if ('played' in message) share?.told(message.played);
    else share?.answered(message.isBack);
  });
  return {
    offer(parts) {
      const number = shares.length;
      let answered: (isBack: boolean) => void = () => {};
      const played = new Promise<readonly PlayedPart[] | null>((told) => {
        shares.push({ told, answered: (isBack) => answered(isBack) });
      });
      channel.send?.({ offers: number, parts } satisfies SpokenByChild);
      const takeBack = () =>
        new Promise<boolean>((resolve) => {
          answered = resolve;
          channel.send?.({ takesBack: number } satisfies SpokenByChild);
        });
      return { played, takeBack };
    },
  };
}

/** The other end: hears a child's offers and tells it what came of them. */
export function offersTo(helpers: Helpers): (message: SpokenByChild, child: ChildProcess) => void {
  const shares = new Map<number, OfferedShare>();
  const tell = (child: ChildProcess, said: SpokenToChild) => {
    // A child that is gone needs no answer.
    if (child.connected) child.send(said, () => {});
  };
  return (message, child) => {
    if ('offers' in message) {
      const { offers: share, parts } = message;
      const offered = helpers.offer(parts);
      shares.set(share, offered);
      void offered.played.then((played) => tell(child, { share, played }));
      return;
    }
    const { takesBack: share } = message;
    const asked = shares.get(share)?.takeBack() ?? Promise.resolve(false);
    void asked.then((isBack) => tell(child, { share, isBack }));
  };
}
