/**
 * Follows what the site opens of its order log. Each entry is opened once it is settled, as what the log has there, and stays so.
 * Orders and settlements belong together, one and one; terms stand before the orders under them. The public list and the public
 * figures are then exactly these orders (follow-list.ts, check-figures.ts).
 */
import { toHex } from '../../src/encoding.ts';
import { entryOfOpened } from '../../src/order-log/entries.ts';
import type { Opened } from '../../src/order-log/entries.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import { OPENINGS_A_CALL } from '../site/openings-data.ts';
import type { OpeningsData, ServedOpening } from '../site/openings-data.ts';
import type { Findings } from './findings.ts';
import { breaksAfter } from './heads-seen.ts';
import type { SeenHeads } from './heads-seen.ts';
import { openMatching } from './match-halves.ts';
import type { OpenedPair } from './opened-days.ts';
import { HALVES_KEPT, SEALED_KEPT } from './openings-state.ts';
import type { LoggedVersion, OpeningsState, SealedEntry } from './openings-state.ts';
import type { EntryReader } from './read-entries.ts';

const SECOND_MS = 1000;
/** How long after the longest order an entry may stay sealed. */
const OPENED_WITHIN_MS = 10 * 60_000;
/** However often the prices paused meanwhile, a single break apart. */
const SEALED_MS_MAX = 3 * 86_400_000;
/** How long after the first terms entry settlements of older orders still come, while there are prices: the longest order, and an hour. */
export const OLDER_MS_MAX = 25 * 3_600_000;
/** How many of the newest entries are asked for again. */
const AGAIN = 256;

export type OpeningsDeps = {
  readonly data: OpeningsData;
  readonly findings: Findings;
  readonly readEntry: EntryReader;
  readonly heads: SeenHeads;
  /** Hears of each order whose settlement is opened, too; `isReplay` is null if nobody followed its entry price. */
  readonly onPair: (pair: OpenedPair, isReplay: boolean | null) => void;
  /** How many prices came after a moment, up to another one: the most that any product had. */
  readonly pricesBetween: (fromMs: number, toMs: number) => Promise<number>;
  /** How many entries the followed log has. */
  readonly logSize: number;
  /** The longest order that any terms offer, when these are in the log. */
  readonly durationMsMaxOf: (logged: readonly LoggedVersion[]) => Promise<number>;
};

export type FollowedOpenings = { readonly state: OpeningsState; readonly opened: number; readonly sealed: number };

const LETTERS = { order: 'o', settlement: 's', terms: 't', sealed: '-', older: 'x' } as const;

/** Reads those that are new, those that were sealed, and the newest once more. @throws SiteUnreachable, DataMalformed, LogIncomplete */
export async function followOpenings(deps: OpeningsDeps, before: OpeningsState): Promise<FollowedOpenings> {
  const { data, findings, heads, logSize } = deps;
  let { next, openedSince, hasOlder } = before;
  let opened = 0;
  /** The newest moment that opened entries before the one that is read tell. */
  let toldAt = 0;
  const letters: string[] = [];
  const sealed: SealedEntry[] = [];
  /** Those that were sealed and are not any more. */
  const unsealed = new Map<number, string>();
  const matching = openMatching(
    {
      findings,
      onPair: (pair) => {
        const { product } = pair.order;
        const { entry } = pair.settlement;
        deps.onPair(pair, entry === null ? false : heads.isReplay(product, entry.seq));
        opened += 1;
      },
    },
    before,
  );

  /** Whether the site's word on this entry is its last. */
  const judge = async (item: ServedOpening, size: number): Promise<boolean> => {
    const { index } = item;
    if (item.kind === 'sealed') return false;
    if (item.kind === 'older') {
      hasOlder ||= openedSince === null;
      if (openedSince === null) return true;
      const named = heads.since(index);
      const at = Math.max(toldAt, named?.isExact === true ? named.at : 0);
      // Without any price nobody knows since when.
      if (hasOlder && (openedSince === 0 || !(await isOver(deps, openedSince, at)))) return true;
      findings.add('OPENING_LATE', `entry ${index}: of the old form`);
      return false;
    }
    const read = openedOf(item);
    if (toHex(await entryOfOpened(read, nodeCrypto)) !== toHex(await deps.readEntry(index))) {
      findings.add('OPENING_WRONG', `entry ${index}`);
      return false;
    }
    if (item.kind === 'terms') openedSince ??= heads.since(index)?.at ?? heads.newestAt() ?? 0;
    if (read.kind === 'order') {
      // An auditor that came later knows from the orders since when the log is opened.
      const acceptedAt = Date.parse(read.public.acceptedAt);
      openedSince = openedSince === null || openedSince === 0 ? acceptedAt : Math.min(openedSince, acceptedAt);
    }
    toldAt = Math.max(toldAt, toldBy(read));
    matching.add(index, read, size);
    return true;
  };

  toldAt = await readAgain(deps, before);
  for (let size = 0; next < logSize;) {
    const page = await data.readOpenings(next);
    size = Math.min(logSize, page.size);
    for (const item of page.items.slice(0, Math.max(0, size - next))) {
      const isLast = await judge(item, page.size);
      letters.push(isLast ? LETTERS[item.kind] : LETTERS.sealed);
      if (!isLast) sealed.push({ index: item.index, since: null });
    }
    if (page.items.length === 0 || size <= next) break;
    next = Math.min(size, next + page.items.length);
  }

  // After the new ones: an order that is opened by now was settled in one of them.
  const waiting = [...before.sealed, ...sealed];
  let sealedSize = Number.POSITIVE_INFINITY;
  const open: SealedEntry[] = [];
  for (let at = 0; at < waiting.length;) {
    const first = waiting[at];
    if (first === undefined) break;
    const { items, size } = await data.readOpenings(first.index);
    sealedSize = Math.min(sealedSize, size);
    for (; at < waiting.length; at += 1) {
      const one = waiting[at];
      if (one === undefined || one.index >= first.index + OPENINGS_A_CALL) break;
      const item = items[one.index - first.index];
      // What was called sealed is of the new form.
      const isOlder = item?.kind === 'older';
      if (isOlder && at < before.sealed.length) findings.add('OPENING_LATE', `entry ${one.index}: of the old form`);
      if (item !== undefined && !isOlder && (await judge(item, size))) unsealed.set(one.index, LETTERS[item.kind]);
      else open.push(sinceOf(one, heads));
    }
  }
  matching.end(next, sealedSize);
  const durationMsMax = await deps.durationMsMaxOf(matching.terms());
  for (const { index, since } of open)
    if (isLate(since, heads, durationMsMax)) findings.add('OPENING_LATE', `entry ${index}`);
  const unserved = next < logSize ? (heads.since(next)?.at ?? null) : null;
  if (isLate(unserved, heads, durationMsMax)) findings.add('OPENING_LATE', `all entries from ${next} on`);

  const halves = matching.halves();
  // Nothing is forgotten in silence, and nothing is written that the next audit cannot read.
  for (const [kept, max, what] of [
    [open.length, SEALED_KEPT, 'sealed entries'],
    [halves.length, HALVES_KEPT, 'entries without their other half'],
  ] as const)
    if (kept > max) findings.add('OPENING_LATE', `${kept} ${what}, and an audit remembers ${max}`);

  const all = `${before.newest}${letters.join('')}`;
  const newest = [...all].map((letter, at) => unsealed.get(next - all.length + at) ?? letter).join('');
  return {
    opened,
    sealed: open.length,
    state: {
      ...before,
      next,
      newest: newest.slice(-AGAIN),
      sealed: open.slice(0, SEALED_KEPT),
      halves: halves.slice(0, HALVES_KEPT),
      terms: matching.terms(),
      openedSince,
      hasOlder,
    },
  };
}

/** What was opened stays opened, as it was. @returns the newest moment that these entries tell */
async function readAgain(
  { data, findings, readEntry }: OpeningsDeps,
  { next, newest }: OpeningsState,
): Promise<number> {
  const from = next - newest.length;
  let toldAt = 0;
  if (newest === '') return toldAt;
  const { items } = await data.readOpenings(from);
  for (const [at, letter] of [...newest].entries()) {
    const item = items[at];
    if (letter === LETTERS.sealed || (letter === LETTERS.older && item?.kind === 'older')) continue;
    const isSame =
      item !== undefined &&
      item.kind !== 'sealed' &&
      item.kind !== 'older' &&
      LETTERS[item.kind] === letter &&
      toHex(await entryOfOpened(openedOf(item), nodeCrypto)) === toHex(await readEntry(from + at));
    if (isSame) toldAt = Math.max(toldAt, toldBy(openedOf(item)));
    else findings.add('OPENING_CHANGED', `entry ${from + at}`);
  }
  return toldAt;
}

/** A site without prices settles nothing: orders of before are settled when it comes back, however long it was off. */
async function isOver({ pricesBetween }: OpeningsDeps, openedSince: number, at: number): Promise<boolean> {
  if (at <= openedSince + OLDER_MS_MAX) return false;
  return (await pricesBetween(openedSince, at)) * SECOND_MS > OLDER_MS_MAX;
}

/** The log has an entry from about this moment on. */
function toldBy(opened: Opened): number {
  if (opened.kind === 'terms') return 0;
  return Date.parse(opened.kind === 'order' ? opened.public.acceptedAt : opened.public.settledAt);
}

/**
 * Of the prices alone: while a site has none it settles nothing, and is not late. Every break counts as long as it was. Many short ones
 * are no excuse for days.
 */
function isLate(since: number | null, heads: SeenHeads, durationMsMax: number): boolean {
  if (since === null) return false;
  const { total, longest, passed } = breaksAfter(since, heads.upTimes());
  return passed - total > durationMsMax + OPENED_WITHIN_MS || passed - longest > SEALED_MS_MAX;
}

function sinceOf(entry: SealedEntry, heads: SeenHeads): SealedEntry {
  return { ...entry, since: entry.since ?? heads.since(entry.index)?.at ?? null };
}

function openedOf(item: Exclude<ServedOpening, { readonly kind: 'sealed' | 'older' }>): Opened {
  if (item.kind === 'terms') return { kind: 'terms', product: item.product, version: item.version, hash: item.hash };
  return item.kind === 'order'
    ? { kind: 'order', public: item.public, seal: item.seal }
    : { kind: 'settlement', public: item.public, seal: item.seal };
}
