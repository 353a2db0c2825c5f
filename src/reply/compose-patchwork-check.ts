import type { Report } from '../report.ts';
import { headline } from './headline.ts';

/** What patchwork's `POST /api/patches/{id}/checks/` takes. Source: patchwork docs/api/schemas, "CheckCreate". */
export interface PatchworkCheck {
  readonly state: 'success' | 'warning' | 'fail';
  readonly context: 'giveback';
  readonly description: string;
  readonly target_url?: string;
}

/** Also what a commit status of GitHub allows. */
const DESCRIPTION_CHARACTERS_MAX = 140;

/** The check of a patch: findings warn, and fail only where the project made giveback a gate. */
export function composePatchworkCheck(
  report: Report,
  context: { readonly url: string | null; readonly isGate: boolean },
): PatchworkCheck {
  return {
    state: stateOf(report, context.isGate),
    context: 'giveback',
    description: headline(report, DESCRIPTION_CHARACTERS_MAX),
    ...(context.url === null ? {} : { target_url: context.url }),
  };
}

function stateOf({ outcome }: Report, isGate: boolean): PatchworkCheck['state'] {
  switch (outcome) {
    case 'supported':
    case 'nothing-to-evaluate':
    case 'undetermined':
      return 'success';
    case 'unexplained':
      return 'warning';
    case 'hazard':
    case 'beyond-limit':
    case 'contradicted':
    case 'inconsistent':
      return isGate ? 'fail' : 'warning';
  }
}
