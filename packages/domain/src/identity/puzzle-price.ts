/*
 * What the puzzle of a form costs. The first forms of a block of addresses cost nearly nothing. Beyond what people do there, the
 * price grows with the square of the rate. A busy site makes it grow too, but less: a crowd of robots elsewhere must not
 * close the site to a person in a quiet block.
 *
 * `pressure` is the number of puzzles solved of late, weighed by their form: it fades by half every ten minutes.
 */

/** What the first puzzle costs at most, in tries. A phone of the middle range needs about a tenth of a second. */
export const TRIES_MIN = 64;
/** Minutes on a phone, and fifteen seconds on average on one core of a desktop. */
export const TRIES_MAX = 65_536;

export const PRESSURE_HALVES_SEC = 600;

/** The whole site may do so many times as much as one address, before all of its puzzles cost more. Its known devices solve no puzzles. */
const SITE_SHARE = 30;
/** At most this many times the price, because of the site alone. */
const SITE_FACTOR_MAX = 16;
/** What one form weighs, and how many times as much it costs. */
const WEIGHTS: Readonly<Record<string, number>> = { register: 4, console: 2, visitor: 2 };

export function weightOf(form: string): number {
  return WEIGHTS[form] ?? 1;
}

export interface Pressures {
  /** Of each block of the address, with its share: how many times as much as one address it may use. */
  readonly blocks: readonly { readonly pressure: number; readonly share: number }[];
  readonly site: number;
}

/**
 * The most tries that a puzzle for this form takes now.
 * @param free the pressure that one address may cause without paying more, about as many logins in ten minutes
 */
export function puzzleTries(form: string, { blocks, site }: Pressures, free: number): number {
  const ofBlocks = blocks.map(({ pressure, share }) => growth(pressure, free * share));
  const ofSite = Math.min(SITE_FACTOR_MAX, growth(site, free * SITE_SHARE));
  const factor = Math.max(1, ...ofBlocks) * ofSite;
  return Math.min(TRIES_MAX, Math.round(TRIES_MIN * weightOf(form) * factor));
}

function growth(pressure: number, free: number): number {
  return Math.max(1, (pressure / free) ** 2);
}

/**
 * The fewest tries that are still good. A puzzle that was fetched before the price rose is good up to four times the price: a
 * person who was typing meanwhile does not pay for others, and a stock of cheap puzzles is worth nothing.
 */
export function triesAccepted(triesNow: number): number {
  return Math.ceil(triesNow / 4);
}

/** What is left of a pressure after so many seconds. */
export function faded(pressure: number, seconds: number): number {
  return pressure * 0.5 ** (Math.max(0, seconds) / PRESSURE_HALVES_SEC);
}
