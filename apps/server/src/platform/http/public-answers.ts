import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { gzipped, sendEncoded } from './encoding.ts';
import type { Encoded } from './encoding.ts';
import { ok, TooMany } from './http-app.ts';
import type { HttpRequest } from './http-app.ts';

/**
 * Answers that are the same for everyone. Each is made about once a second, for any number of callers. Callers that
 * come while it is being made share one query; later callers get the same bytes from memory, also compressed. Failures
 * are never kept.
 */
export interface PublicAnswers {
  /** Sends the answer of this key: its bytes, or a 304 to a caller that has them already. */
  send<T>(request: HttpRequest, reply: FastifyReply, answer: PublicAnswer<T>): Promise<FastifyReply>;
  /** A new price was published: answers kept for a second are made again on the next request, if they have rested. */
  renew(): void;
  /**
   * Callers hear of a change and ask again once, so no answer that began before it is sent after it, rested or not. For
   * news that are rare. As with `renew`, answers with a longer time stay.
   */
  changed(): void;
  /** Size of the kept answers, for metrics. */
  size(): { answers: number; bytes: number };
}

export interface PublicAnswer<T> {
  /** Names the answer and every parameter it depends on. */
  readonly key: string;
  /** The `data` of the envelope. */
  readonly make: () => Promise<T>;
  /** How long the answer is valid; one second by default. `renew` does not touch answers with a longer time. */
  readonly keptMs?: number | ((data: T) => number);
  /** Cost in points for the caller who makes the server create the answer; see route-cost.ts. */
  readonly points: number;
}

export interface PublicAnswersDeps {
  /** Charges the caller who makes the server create an answer. @throws when that is too much. */
  readonly spend: (request: HttpRequest, points: number) => void;
  readonly nowMs?: () => number;
  readonly compress?: (text: Buffer) => Promise<Buffer | undefined>;
}

export const SECOND_MS = 1_000;
const ANSWERS_MAX = 2_000;
const BYTES_MAX = 48 * 1024 * 1024;
/** Larger answers are sent but not kept. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const MAKING_MAX = 32;
/** An answer is kept at least this many times as long as it took to make, so making it cannot fill all the time. */
const REST_FACTOR = 20;
const REST_MS_MAX = 5_000;

interface Kept extends Encoded {
  readonly madeAtMs: number;
  /** Number of changes before it was begun. */
  readonly change: number;
  /** Kept until then, even when a new price is published. */
  readonly restsUntilMs: number;
  readonly untilMs: number;
  readonly isLasting: boolean;
}

export function createPublicAnswers({
  spend,
  nowMs = () => performance.now(),
  compress = gzipped,
}: PublicAnswersDeps): PublicAnswers {
  // In order of use, least recently used first.
  const kept = new Map<string, Kept>();
  const making = new Map<string, { change: number; made: Promise<Kept> }>();
  let bytes = 0;
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let change = 0;

  const forget = (key: string): void => {
    bytes -= sizeOf(kept.get(key));
    kept.delete(key);
  };

  const keep = (key: string, answer: Kept): void => {
    forget(key);
    if (answer.plain.length > ANSWER_BYTES_MAX) return;
    kept.set(key, answer);
    bytes += sizeOf(answer);
    for (const oldest of kept.keys()) {
      if (kept.size <= ANSWERS_MAX && bytes <= BYTES_MAX) return;
      forget(oldest);
    }
  };

  const find = (key: string): Kept | undefined => {
    const found = kept.get(key);
    if (found === undefined) return undefined;
    const now = nowMs();
    const isUnchanged = found.isLasting || found.change === change;
    const isTrue = now < found.untilMs && (found.isLasting || found.madeAtMs >= renewedAtMs);
    if (!isUnchanged || (!isTrue && now >= found.restsUntilMs)) return undefined;
    kept.delete(key);
    kept.set(key, found);
    return found;
  };

  const makeNew = async <T>({ key, make, keptMs = SECOND_MS }: PublicAnswer<T>): Promise<Kept> => {
    const madeAtMs = nowMs();
    const madeFor = change;
    const data = await make();
    const text = Buffer.from(JSON.stringify(ok(data)));
    const standsMs = typeof keptMs === 'number' ? keptMs : keptMs(data);
    const answer: Kept = {
      plain: text,
      gzip: text.length > ANSWER_BYTES_MAX ? undefined : await compress(text),
      tag: createHash('sha256').update(text).digest('base64url'),
      madeAtMs,
      change: madeFor,
      restsUntilMs: madeAtMs + Math.min(REST_MS_MAX, REST_FACTOR * (nowMs() - madeAtMs)),
      untilMs: madeAtMs + standsMs,
      isLasting: standsMs > SECOND_MS,
    };
    keep(key, answer);
    return answer;
  };

  const answerOf = async <T>(request: HttpRequest, answer: PublicAnswer<T>): Promise<Kept> => {
    const { key } = answer;
    const found = find(key);
    if (found !== undefined) return found;
    const running = making.get(key);
    if (running?.change === change) return await running.made;
    if (running !== undefined) {
      // Begun before the change: it is not sent to those who ask after it, and only one is made at a time.
      await running.made.catch(() => undefined);
      return await answerOf(request, answer);
    }
    if (making.size >= MAKING_MAX) throw new TooMany(1);
    spend(request, answer.points);
    const made = makeNew(answer).finally(() => making.delete(key));
    making.set(key, { change, made });
    return await made;
  };

  return {
    send: async (request, reply, answer) => {
      const made = await answerOf(request, answer);
      return await sendEncoded(request, reply.type('application/json; charset=utf-8'), made);
    },
    renew: () => {
      renewedAtMs = nowMs();
    },
    changed: () => {
      change += 1;
    },
    size: () => ({ answers: kept.size, bytes }),
  };
}

function sizeOf(answer: Kept | undefined): number {
  return answer === undefined ? 0 : answer.plain.length + (answer.gzip?.length ?? 0);
}
