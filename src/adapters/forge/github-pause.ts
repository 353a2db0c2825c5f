import { RequestError } from 'octokit';
import { Fault } from '../../fault.ts';

const SECOND_MS = 1_000;
/** GitHub asks for at least a minute where it names no time. Source: GitHub REST API, rate limits */
const UNSAID_SECONDS = 60;
const PAUSE_SECONDS_MAX = 3_600;

/** GitHub asks us to wait: nobody of this process asks it anything until then. */
export class GithubPause {
  #untilMs = 0;
  #refusals = 0;

  /** @throws Fault while GitHub wants to be left alone */
  check(): void {
    const leftMs = this.#untilMs - Date.now();
    if (leftMs > 0)
      throw new Fault(`GitHub wants to be left alone for ${Math.ceil(leftMs / SECOND_MS)} s`, 'later');
  }

  /** Learns from a refusal. True when the token is to be asked for anew: once, and then there is a pause. */
  learn(error: unknown): boolean {
    if (!(error instanceof RequestError)) return false;
    if (error.status === 401) {
      this.#refusals += 1;
      if (this.#refusals > 1) this.#wait(UNSAID_SECONDS);
      return true;
    }
    const seconds = secondsToWait(error);
    if (seconds !== null) this.#wait(seconds);
    return false;
  }

  /** An answer that is no refusal. */
  forgive(): void {
    this.#refusals = 0;
  }

  #wait(seconds: number): void {
    const untilMs = Date.now() + Math.min(seconds, PAUSE_SECONDS_MAX) * SECOND_MS;
    this.#untilMs = Math.max(this.#untilMs, untilMs);
  }
}

/** Null where the answer is about something else than too many requests. */
function secondsToWait({ status, response, message }: RequestError): number | null {
  if (status !== 403 && status !== 429) return null;
  const headers = response?.headers ?? {};
  const retryAfter = Number(headers['retry-after']);
  if (retryAfter > 0) return retryAfter;
  if (headers['x-ratelimit-remaining'] === '0')
    return Math.max(1, Number(headers['x-ratelimit-reset']) - Date.now() / SECOND_MS);
  return status === 429 || /secondary rate/i.test(message) ? UNSAID_SECONDS : null;
}
