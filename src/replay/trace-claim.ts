import { type TraceEvent, timelineOf } from '../simulator/timeline.ts';
import { medianPlay } from './median-play.ts';
import { type PlayOf, playOf } from './play-of.ts';

/**
 * One run before and one after, at the middle of the priors, as one timeline in the Chrome trace format: the cores of
 * each side are processes of their own. null for a claim that is not replayed.
 */
export function traceClaim(asked: PlayOf): readonly TraceEvent[] | null {
  const play = playOf(asked);
  if ('code' in play) return null;
  const median = medianPlay(play);
  if (median === null) return null;
  return [
    ...timelineOf(median.before).map((event) => ofSide(event, 'before', 0)),
    ...timelineOf(median.after).map((event) => ofSide(event, 'after', FIRST_AFTER)),
  ];
}

/** Processes of the other side, below those of the first: no machine that is played has so many cores. */
const FIRST_AFTER = 100;

function ofSide(event: TraceEvent, side: string, first: number): TraceEvent {
  const moved = { ...event, pid: first + event.pid };
  return event.name === 'process_name' ? { ...moved, args: { name: `${side} ${event.args?.name}` } } : moved;
}
