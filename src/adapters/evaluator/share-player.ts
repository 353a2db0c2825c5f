import type { PlayedPart, ReplayPart } from '../../replay/replay-claim.ts';
import { askChild, type ChildLimits } from './limited-child.ts';

/** Parts of somebody else's evaluation, and the costs that it stands on. */
export interface ShareRequest {
  readonly parts: readonly ReplayPart[];
  readonly assume: Readonly<Record<string, number>>;
}

export type ShareChildRequest = ShareRequest & { readonly threads: number };

export interface ShareAnswer {
  readonly played: readonly PlayedPart[];
}

/** Plays a share as an evaluation is made: in a process of its own, and with an end. @throws Fault as there */
export async function playShareInChild(
  script: string,
  request: ShareRequest,
  limits: ChildLimits,
  signal?: AbortSignal,
): Promise<readonly PlayedPart[]> {
  const asked: ShareChildRequest = { ...request, threads: limits.threads ?? 1 };
  const { played } = await askChild<ShareAnswer>(script, limits, {
    ...{ request: asked, name: 'the share', signal },
    hear: (said) => ({ answer: said as ShareAnswer }),
  });
  return played;
}
