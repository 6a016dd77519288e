/**
 * Follows what prices were made from: the reports of their sources, which the hash of each price covers and which the rule of
 * samples picks, and simulated prices, which follow from the price before and a seed that is published after its UTC day. So a
 * day is read again until its seeds are there.
 */
import { dateText } from '@candor/domain/market/local-time';
import { price as units } from '@candor/domain/price';
import type { Price } from '@candor/domain/price';
import { toHex, utf8 } from '../../src/encoding.ts';
import type { BeaconRound } from '../../src/beacon.ts';
import { followsRule, isMedianOfUsed, isPause } from '../../src/price-rule.ts';
import { openPathCheck, seedText } from '../../src/simulated-path.ts';
import type { PathCrypto, PathProblem, PathReport, PathTick } from '../../src/simulated-path.ts';
import { openSampleCheck, sourcesText } from '../../src/source-reports.ts';
import type { SampleProblem } from '../../src/source-reports.ts';
import { canonicalTickBytes } from '../../src/tick-chain.ts';
import { nodeCrypto, sha256 } from '../shell/node-crypto.ts';
import { TICKS_A_CALL } from '../site/public-data.ts';
import type { PublicData, PublicRule, PublicSources, PublicTick } from '../site/public-data.ts';
import { isInSession } from './check-sessions.ts';
import type { FindingKey, Findings } from './findings.ts';

const DAY_MS = 86_400_000;
/** How long a seed is waited for: a site may be off. In version 1 a process that was killed took its own along. */
const REVEALED_MS_MAX = 3 * DAY_MS;
/** A simulator that goes on after the day publishes its seed within minutes. */
const LED_MS = 3_600_000;

export type PathSpan = {
  readonly product: string;
  /** The price before the first that is judged. */
  readonly fromSeq: number;
  /** The newest price that was followed. */
  readonly newest: { readonly seq: number; readonly hash: string; readonly at: number };
  readonly readAt: number;
  /** Its market has no closing times: it is never closed. */
  readonly isAlwaysOpen: boolean;
  /** When it trades, as the site says now and as it said to the last audit. */
  readonly hours: Parameters<typeof isInSession>[2];
};

export type FollowedPath = {
  /** Prices whose sources were compared. */
  readonly sources: number;
  readonly simulated: Omit<PathReport, 'problems'>;
  /** From where the next audit goes on. */
  readonly pathSeq: number;
};

const SAMPLE_FINDINGS = {
  AFTER_SECOND: 'SAMPLE_AFTER',
  WENT_BACK: 'SAMPLE_BACK',
  TRADE_CHANGED: 'SAMPLE_TRADE',
} as const satisfies Readonly<Record<SampleProblem, FindingKey>>;

const FINDINGS = {
  PRICE_DIFFERS: 'PATH_PRICE',
  SEED_CHANGED: 'PATH_SEED_CHANGED',
  SEED_UNNAMED: 'PATH_SEED_UNNAMED',
  NOT_REPEATED: 'PRICE_NOT_REPEATED',
  ROUND_WRONG: 'PATH_ROUND',
  ROUND_RESUMED: 'PATH_ROUND_RESUMED',
} as const satisfies Readonly<Record<PathProblem, FindingKey>>;

/** How many rounds are remembered: those of a day. All products name the same ones. */
const ROUNDS_KEPT = 30_000;
const verified = new Map<string, Promise<boolean>>();

const pathCrypto: PathCrypto = {
  ...nodeCrypto,
  verifyRound: async (round) => {
    const key = `${round.round}:${round.signature}`;
    const known = verified.get(key) ?? loadAndVerify(round);
    verified.set(key, known);
    for (const oldest of verified.keys()) {
      if (verified.size <= ROUNDS_KEPT) break;
      verified.delete(oldest);
    }
    return await known;
  },
};

/** Only an audit of a site with public randomness needs the library. */
async function loadAndVerify(round: BeaconRound): Promise<boolean> {
  const { verifyRound } = await import('../../src/verify-round.ts');
  return await verifyRound(round, nodeCrypto);
}

type PathDeps = { readonly data: PublicData; readonly findings: Findings };

/** Ends at the first price that is wrong. @throws SiteUnreachable, DataMalformed */
export async function followPath({ data, findings }: PathDeps, span: PathSpan): Promise<FollowedPath> {
  const { product, fromSeq, newest, readAt, isAlwaysOpen, hours } = span;
  const seeds = keepSeeds(data);
  const rules = await data.readRules(product);
  const samples = openSampleCheck();
  let check: ReturnType<typeof openPathCheck> | null = null;
  let before: PublicTick | null = null;
  let sources = 0;
  let [pathSeq, isSettled, unrevealed, withheld] = [fromSeq, true, 0, 0];
  /** From a price that is not valid the next one could not be computed. */
  let lastOk: PublicTick | null = null;

  /** The day before this tick is over: it needs no second look unless a seed is still waited for. */
  const endDay = (last: PublicTick, now: FollowedPath['simulated']): void => {
    const endsAt = (dayOf(last) + 1) * DAY_MS;
    const isLong = readAt >= endsAt + REVEALED_MS_MAX;
    const isWithheld = isLong && now.withheld > withheld && newest.at >= endsAt + LED_MS;
    if (isWithheld) findings.add('PATH_SEED_WITHHELD', `${product}, ${dateText(dayOf(last))}`);
    isSettled &&= !isWithheld && (isLong || now.unrevealed === unrevealed);
    if (isSettled) pathSeq = Number((lastOk ?? last).seq);
    ({ unrevealed, withheld } = now);
  };

  const judge = async (tick: PublicTick, report: PublicSources | undefined): Promise<FindingKey | null> => {
    if (report === undefined || digestOf(report) !== tick.sourcesDigest) return 'SOURCES';
    sources += 1;
    if (isAlwaysOpen && tick.status === 'CLOSED') return 'CLOSED_OPEN';
    // Each such second is told: the prices after it are judged all the same.
    if (tick.status === 'CLOSED' && isInSession(tick.at, readAt, hours))
      findings.add('CLOSED_OPEN', `${product}, price ${tick.seq}, ${new Date(tick.at).toISOString()}`);
    if (before !== null && !isPause(before, tick)) return 'CLOSED_OPEN';
    const sampleProblem = samples.add(tick, report);
    if (sampleProblem !== null) return SAMPLE_FINDINGS[sampleProblem];
    if (!isMedianOfUsed(tick, report)) return 'PRICE_SOURCES';
    if (!isRuled(tick, report, rules)) return 'STATUS_CHOSEN';
    const names = report.map(({ source }) => source);
    const pathTick = pathTickOf(tick, names);
    if (tick.feed === 'simulated') await seeds.read(dayOf(tick));
    if (check === null || before === null) {
      check = openPathCheck({ product, seeds: seeds.known, crypto: pathCrypto, before: pathTick });
      return null;
    }
    if (dayOf(tick) !== dayOf(before)) endDay(before, check.counts());
    const [problem] = await check.add(pathTick);
    return problem === undefined ? null : FINDINGS[problem];
  };

  const followPage = async (seq: number, end: number): Promise<boolean> => {
    const ticks = await data.readTicks(product, seq, end);
    const reports = await data.readSources(product, seq, end);
    for (let at = seq; at <= end; at += 1) {
      const tick: PublicTick | undefined = ticks[at - seq];
      const isNext = tick !== undefined && continues(before, tick, product, at);
      const key = isNext ? await judge(tick, reports[at - seq]) : 'TICKS_DIFFER';
      if (key !== null) {
        findings.add(key, `${product}, price ${at}`);
        return false;
      }
      before = tick ?? null;
      if (tick?.status === 'OK') lastOk = tick;
    }
    return true;
  };

  let isRight = true;
  for (let seq = fromSeq; isRight && seq <= newest.seq; seq += TICKS_A_CALL)
    isRight = await followPage(seq, Math.min(newest.seq, seq + TICKS_A_CALL - 1));
  // Each price names the one before it: with the last, all are those that were followed.
  if (isRight && hashOf(before) !== newest.hash) findings.add('TICKS_DIFFER', `${product}, price ${newest.seq}`);
  return { sources, simulated: countsOf(check), pathSeq };
}

// The compiler does not see that functions inside assign these two.
function hashOf(tick: PublicTick | null): string | null {
  return tick?.hash ?? null;
}

function countsOf(check: ReturnType<typeof openPathCheck> | null): FollowedPath['simulated'] {
  return check?.counts() ?? NOTHING;
}

const NOTHING = { checked: 0, unrevealed: 0, withheld: 0, unnamed: 0, begun: 0, foreseeable: 0 };

function continues(before: PublicTick | null, tick: PublicTick, product: string, seq: number): boolean {
  return (
    tick.product === product &&
    tick.seq === BigInt(seq) &&
    (before === null || tick.prevHash === before.hash) &&
    toHex(sha256(canonicalTickBytes(tick))) === tick.hash
  );
}

/** Null if the reports have no text that could be hashed. */
function digestOf(sources: PublicSources): string | null {
  const text = sourcesText(sources);
  return text === null ? null : toHex(sha256(utf8(text)));
}

/** A feed learns of new terms within a few seconds. What was made before there was any rule is not judged by one. */
const RULE_KNOWN_MS = 10_000;

function isRuled(tick: PublicTick, reports: PublicSources, rules: readonly PublicRule[]): boolean {
  const published = rules.filter(({ from }) => from <= tick.at).toSorted((one, other) => one.from - other.from);
  const newest = published.findLastIndex(({ from }) => from + RULE_KNOWN_MS <= tick.at);
  // The newest that the feed must know, and those that it may know already.
  return newest === -1 || published.slice(newest).some(({ rule }) => followsRule(tick, reports, rule));
}

/** The price in units of its last decimal. */
function unitsOf(price: string): Price {
  return units(BigInt(price.replace('.', '')));
}

function pathTickOf({ seq, at, price, status, feed, epoch }: PublicTick, sources: readonly string[]): PathTick {
  return { seq, at, price: unitsOf(price), status, feed, epoch: BigInt(epoch), sources };
}

function dayOf({ at }: { readonly at: number }): number {
  return Math.floor(at / DAY_MS);
}

/** The published seeds of the day that was asked for last, by what they hash to. */
function keepSeeds(data: PublicData): {
  readonly known: ReadonlyMap<string, string>;
  readonly read: (day: number) => Promise<void>;
} {
  const known = new Map<string, string>();
  let newest = Number.NaN;
  return {
    known,
    read: async (day) => {
      if (day === newest) return;
      newest = day;
      known.clear();
      for (const seed of await data.readSeeds(dateText(day))) known.set(toHex(sha256(utf8(seedText(seed)))), seed);
    },
  };
}
