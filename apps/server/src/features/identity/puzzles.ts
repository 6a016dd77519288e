import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import { PUZZLE_HEADER_CHARS_MAX, puzzleChallenge, puzzleSolution } from '@candor/contract/puzzle';
import type { PuzzleFault, PuzzleForm, PuzzleSolution, PuzzleView } from '@candor/contract/puzzle';
import { faded, puzzleTries, triesAccepted, weightOf } from '@candor/domain/identity/puzzle-price';
import type { Db } from '../../platform/db/pool.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { usePuzzle } from './puzzle-store.ts';
import type { Pressures } from '@candor/domain/identity/puzzle-price';
import { blocksOf } from '../../platform/http/client-address.ts';

/**
 * Puzzles: the work that a stranger's device does before the site takes a form (packages/contract/src/puzzle.ts). Nothing is
 * stored of a puzzle until it is used: it is signed, names its form and its price, and expires. A solution is checked before
 * anything that costs more than its signature. What it costs is in packages/domain/src/identity/puzzle-price.ts.
 */
export interface Puzzles {
  issue: (form: PuzzleForm, ip: string) => Promise<PuzzleView>;
  /**
   * Takes the solution that came with a form. `charge` runs when the work is proved, and before the puzzle is used up.
   * @throws Refused('PUZZLE_REQUIRED'), and what `charge` throws
   */
  take: (request: HttpRequest, form: PuzzleForm, charge?: () => Promise<void> | void) => Promise<void>;
}

export interface PuzzleDeps {
  readonly pool: Db;
  readonly fingerprints: Fingerprints;
  readonly config: { readonly puzzleFreeLogins: number };
  readonly nowMs?: () => number;
  /** Rounds of SHA-256 of one try: tests need fewer. */
  readonly rounds?: number;
}

const ROUNDS = 2_000;
const LIFE_MS = 600_000;
/** Puzzles that this process saw used: a repeated one does not reach the database. */
const SEEN_MAX = 20_000;

export function createPuzzles({
  pool,
  fingerprints,
  config,
  nowMs = () => Date.now(),
  rounds = ROUNDS,
}: PuzzleDeps): Puzzles {
  const secrets = {
    hmacSignatureSecret: fingerprints.of({ puzzle: 'signature' }).toString('hex'),
    hmacKeySignatureSecret: fingerprints.of({ puzzle: 'key' }).toString('hex'),
  };
  const pressure = createPressure();
  const seen = new Set<string>();
  const triesNow = (form: PuzzleForm, ip: string): number =>
    puzzleTries(form, pressure.of(ip, nowMs()), config.puzzleFreeLogins);

  const faultOf = async (form: PuzzleForm, ip: string, solved: PuzzleSolution): Promise<PuzzleFault | undefined> => {
    const { parameters } = solved.challenge;
    if (parameters.expiresAt * 1000 <= nowMs()) return 'expired';
    if (parameters.data.form !== form) return 'wrong';
    if (parameters.data.tries < triesAccepted(triesNow(form, ip))) return 'cheap';
    // Before it is verified, which costs more; and again after, because others may have come meanwhile.
    if (seen.has(parameters.nonce)) return 'used';
    const { verified } = await verifySolution({ ...solved, ...secrets, deriveKey });
    return verified ? undefined : 'wrong';
  };

  return {
    issue: async (form, ip) => {
      const tries = triesNow(form, ip);
      const expiresAt = new Date(nowMs() + LIFE_MS);
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        // Any counter is as likely as another: nobody gets the first tries for nothing.
        counter: randomInt(tries + 1),
        data: { form, tries },
        deriveKey,
        expiresAt,
        ...secrets,
      });
      return { challenge: puzzleChallenge.parse(challenge), tries, lifeMs: LIFE_MS };
    },
    take: async (request, form, charge = () => undefined) => {
      const solved = solutionOf(request);
      if (typeof solved === 'string') throw refused(form, solved);
      const { nonce, expiresAt } = solved.challenge.parameters;
      const fault = await faultOf(form, request.ip, solved);
      if (fault !== undefined) throw refused(form, fault);
      // Without a pause between the look and the mark: of many that come at once with one solution, one is charged.
      if (seen.has(nonce)) throw refused(form, 'used');
      if (seen.size >= SEEN_MAX) seen.clear();
      seen.add(nonce);
      try {
        await charge();
      } catch (error) {
        // It was not taken, and may come again.
        seen.delete(nonce);
        throw error;
      }
      if (!(await usePuzzle(pool, nonce, expiresAt))) throw refused(form, 'used');
      pressure.add(request.ip, weightOf(form), nowMs());
    },
  };
}

function refused(form: PuzzleForm, fault: PuzzleFault): Refused {
  return new Refused('PUZZLE_REQUIRED', { params: { form, fault } });
}

/** The solution in the header, or what is wrong with it. */
function solutionOf(request: HttpRequest): PuzzleSolution | PuzzleFault {
  const text = header(request, PUZZLE_HEADER);
  if (text === undefined || text === '') return 'missing';
  if (text.length > PUZZLE_HEADER_CHARS_MAX) return 'wrong';
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const solved = puzzleSolution.safeParse(parsed);
    return solved.success ? solved.data : 'wrong';
  } catch {
    return 'wrong';
  }
}

/** How many puzzles were solved of late, by block of addresses and in all. Counted in this process. */
interface Pressure {
  of(ip: string, nowMs: number): Pressures;
  add(ip: string, weight: number, nowMs: number): void;
}

interface Count {
  pressure: number;
  atMs: number;
}

/** Of each size of block: many small ones never push a large one out. */
const BLOCKS_MAX = 20_000;
const SITE = 'site';

function createPressure(): Pressure {
  const byShare = new Map<number, Map<string, Count>>();
  const countsOf = (share: number): Map<string, Count> => {
    const counts = byShare.get(share) ?? new Map<string, Count>();
    byShare.set(share, counts);
    return counts;
  };
  const site = new Map<string, Count>();

  const now = (counts: Map<string, Count>, key: string, nowMs: number): number => {
    const count = counts.get(key);
    return count === undefined ? 0 : faded(count.pressure, (nowMs - count.atMs) / 1000);
  };
  const raise = (counts: Map<string, Count>, key: string, weight: number, nowMs: number): void => {
    const pressure = now(counts, key, nowMs) + weight;
    // A Map keeps its insertion order: the block that was quiet longest is first, and is forgotten first.
    counts.delete(key);
    counts.set(key, { pressure, atMs: nowMs });
    if (counts.size > BLOCKS_MAX) for (const oldest of counts.keys()) return void counts.delete(oldest);
  };

  return {
    of: (ip, nowMs) => ({
      blocks: blocksOf(ip).map(({ key, share }) => ({ share, pressure: now(countsOf(share), key, nowMs) })),
      site: now(site, SITE, nowMs),
    }),
    add: (ip, weight, nowMs) => {
      for (const { key, share } of blocksOf(ip)) raise(countsOf(share), key, weight, nowMs);
      raise(site, SITE, weight, nowMs);
    },
  };
}
