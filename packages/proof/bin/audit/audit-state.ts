/** What an audit remembers for the next one: where it stopped, and what must still be true. */
import { readFile } from 'node:fs/promises';
import { canonicalJson, parseCanonicalJson } from '../../src/canonical-json.ts';
import { bool, count, hash, line, listOf, nullOr, objectOf, oneOf, text } from '../../src/shape.ts';
import type { Reader } from '../../src/shape.ts';
import { WALLETS } from '../site/openings-data.ts';
import { writeDurably } from '../shell/write-durably.ts';
import { chainShape } from './chain-state.ts';
import type { ChainState } from './chain-state.ts';
import { sessionsShape } from './check-sessions.ts';
import type { SeenSessions } from './check-sessions.ts';
import { voidsShape } from './check-voids.ts';
import type { VoidsState } from './check-voids.ts';
import { openingsShape } from './openings-state.ts';
import type { OpeningsState } from './openings-state.ts';
import { firstPricesShape } from './whole-since.ts';
import type { FirstPrice } from './whole-since.ts';

const FORMAT = 'candor-audit-state-v1';
const ITEMS_MAX = 10_000;

export type LogState = {
  readonly size: number;
  readonly root: string;
  /** The site's signed head. */
  readonly note: string;
  /** The open tile of each level, hex: enough to append to the tree. */
  readonly edge: readonly string[];
};

export type DayState = {
  readonly wallet: (typeof WALLETS)[number];
  readonly date: string;
  readonly final: boolean;
  /** Of all that was listed, final or not. */
  readonly digest: string;
  /** Whether an order of the list must be judged at the next audit, again or for the first time, though the day is final. */
  readonly waits: boolean;
};

export type AuditState = {
  readonly format: typeof FORMAT;
  readonly site: string;
  readonly log: LogState | null;
  readonly chains: readonly ChainState[];
  /** The newest days of the list, oldest first. */
  readonly days: readonly DayState[];
  /** Null before the first look at what the log opens. */
  readonly openings: OpeningsState | null;
  /** What it opened, by hours; null before the first look at void rates. */
  readonly voids: VoidsState | null;
  readonly firstPrices: readonly FirstPrice[];
  readonly sessions: readonly SeenSessions[];
};

const day = { wallet: oneOf(WALLETS), date: line, final: bool, digest: hash };
const dayShape = objectOf<DayState>({ ...day, waits: bool });
/** As audits wrote it that judged every order of a final day at once. */
const oldDayShape = objectOf<Omit<DayState, 'waits'>>(day);
const anyDay: Reader<DayState> = (value) => {
  const old = oldDayShape(value);
  return old === undefined ? dayShape(value) : { ...old, waits: false };
};

const known = {
  format: oneOf([FORMAT] as const),
  site: line,
  log: nullOr(objectOf({ size: count(0), root: hash, note: text, edge: listOf(text, 8) })),
  chains: listOf(chainShape, ITEMS_MAX),
  days: listOf(anyDay, ITEMS_MAX),
};
const withOpenings = { ...known, openings: nullOr(openingsShape) };
const newShape = objectOf<AuditState>({
  ...withOpenings,
  voids: nullOr(voidsShape),
  firstPrices: firstPricesShape,
  sessions: sessionsShape,
});
/** As audits wrote it that did not look at void rates, and before that not at openings. */
const oldShape = objectOf<Omit<AuditState, 'voids' | 'firstPrices' | 'sessions'>>(withOpenings);
const oldestShape = objectOf<Omit<AuditState, 'openings' | 'voids' | 'firstPrices' | 'sessions'>>(known);
const stateShape: Reader<AuditState> = (value) => {
  const old = oldShape(value) ?? oldestShape(value);
  return old === undefined ? newShape(value) : { openings: null, ...old, voids: null, firstPrices: [], sessions: [] };
};

export function emptyState(site: string): AuditState {
  return {
    format: FORMAT,
    site,
    log: null,
    chains: [],
    days: [],
    openings: null,
    voids: null,
    firstPrices: [],
    sessions: [],
  };
}

/** @throws if the file is damaged, or of another site: an audit that forgot would call a changed history new */
export async function readState(path: string, site: string): Promise<AuditState> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (content === null) return emptyState(site);
  const json = parseCanonicalJson(content.trimEnd());
  const state = json.ok ? stateShape(json.value) : undefined;
  if (state === undefined)
    throw new Error(`${path} is damaged. Put its last copy back, or begin with an empty folder.`);
  if (state.site !== site) throw new Error(`${path} is of another site: ${state.site}`);
  return state;
}

export async function writeState(path: string, state: AuditState): Promise<void> {
  await writeDurably(path, `${canonicalJson(state)}\n`);
}
