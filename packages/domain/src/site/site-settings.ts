/*
 * What operators decide about the site itself: one document in parts. The database keeps every version of each part and has the last
 * word on it (migration 0032); here it is said which field is wrong, and in words what a change does.
 */

import { colourProblem } from './site-colour.ts';

export type SiteLanguage = 'zh-Hans' | 'zh-Hant' | 'en';

export interface SiteParts {
  readonly look: { readonly logo: string | null; readonly primary: string | null };
  readonly identity: {
    readonly name: string;
    readonly languages: readonly SiteLanguage[];
    readonly contact: { readonly email: string; readonly phone: string; readonly address: string };
    readonly footer: Readonly<Record<SiteLanguage, string>>;
  };
  readonly access: { readonly registration: 'open' | 'invite' | 'closed'; readonly identityRequired: boolean };
  readonly maintenance: { readonly windows: readonly MaintenanceWindow[] };
  /** What the whole site can lose, as amounts; null: no limit. */
  readonly limits: { readonly open: string | null; readonly day: string | null };
  readonly basis: {
    readonly currency: string;
    readonly symbol: string;
    readonly decimals: number;
    readonly timeZone: string;
  };
  readonly opening: { readonly open: boolean };
}

export type SitePart = keyof SiteParts;

/** ISO moments with milliseconds. */
export interface MaintenanceWindow {
  readonly from: string;
  readonly until: string;
}

/** What only looks binds nobody, so one operator is enough. */
export const PARTS_OF_ONE: readonly SitePart[] = ['look'];

const MINUTE_MS = 60_000;
export const MAINTENANCE = {
  windowsMax: 4,
  /** Members are told so long beforehand. */
  noticeMs: 15 * MINUTE_MS,
  longestMs: 12 * 60 * MINUTE_MS,
  /** All windows together. */
  togetherMs: 24 * 60 * MINUTE_MS,
  aheadMs: 90 * 24 * 60 * MINUTE_MS,
} as const;

export type SiteProblem =
  | { readonly field: string; readonly key: 'SITE_COLOUR_LABEL' | 'SITE_COLOUR_DARK' | 'SITE_COLOUR_LIGHT' }
  | { readonly field: string; readonly key: 'SITE_WINDOW_NOTICE' | 'SITE_WINDOW_LONG' | 'SITE_WINDOW_ORDER' };

const COLOUR_KEYS = { label: 'SITE_COLOUR_LABEL', dark: 'SITE_COLOUR_DARK', light: 'SITE_COLOUR_LIGHT' } as const;

/** What is wrong with the colour of a site; null if nothing is. */
export function lookProblem({ primary }: SiteParts['look']): SiteProblem | null {
  const problem = primary === null ? null : colourProblem(primary);
  return problem === null ? null : { field: 'primary', key: COLOUR_KEYS[problem] };
}

/**
 * What is wrong with windows of maintenance; null if nothing is. `before` are those that were announced: one that runs or begins soon
 * stays as it is, or ends earlier.
 */
export function windowsProblem(
  windows: readonly MaintenanceWindow[],
  before: readonly MaintenanceWindow[],
  nowMs: number,
): SiteProblem | null {
  let lastMs = Number.NEGATIVE_INFINITY;
  let togetherMs = 0;
  for (const [index, { from, until }] of windows.entries()) {
    const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];
    const field = (name: string) => `windows.${index}.${name}`;
    if (untilMs <= fromMs || untilMs <= nowMs) return { field: field('until'), key: 'SITE_WINDOW_ORDER' };
    if (fromMs < lastMs) return { field: field('from'), key: 'SITE_WINDOW_ORDER' };
    togetherMs += untilMs - fromMs;
    if (untilMs - fromMs > MAINTENANCE.longestMs || togetherMs > MAINTENANCE.togetherMs)
      return { field: field('until'), key: 'SITE_WINDOW_LONG' };
    const wasAnnounced = before.some((old) => old.from === from && Date.parse(old.until) >= untilMs);
    const isInTime = fromMs >= nowMs + MAINTENANCE.noticeMs && fromMs <= nowMs + MAINTENANCE.aheadMs;
    if (!wasAnnounced && !isInTime) return { field: field('from'), key: 'SITE_WINDOW_NOTICE' };
    lastMs = untilMs;
  }
  return null;
}

/** The window that runs at a moment, if one does. */
export function runningWindow(windows: readonly MaintenanceWindow[], nowMs: number): MaintenanceWindow | undefined {
  return windows.find(({ from, until }) => Date.parse(from) <= nowMs && nowMs < Date.parse(until));
}

/** A value of the settings that differs: its place in the document, and what it says before and after. */
export interface SiteDifference {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export function siteDifferences(before: object, after: object): SiteDifference[] {
  const [was, is] = [flat(before), flat(after)];
  const paths = [...new Set([...was.keys(), ...is.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [old, fresh] = [was.get(path) ?? '', is.get(path) ?? ''];
    return old === fresh ? [] : [{ path, before: old, after: fresh }];
  });
}

/** As the audit says it: `name: "Candor" → "Harbour"`. */
export function writeSiteDifference({ path, before, after }: SiteDifference): string {
  return `${path}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}

/** Lists of words are one value; a window is one line. */
function flat(value: unknown, path = ''): Map<string, string> {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return new Map([[path, value.join(', ')]]);
  if (typeof value !== 'object' || value === null)
    return new Map([[path, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)]]);
  if ('from' in value && typeof value.from === 'string' && 'until' in value && typeof value.until === 'string')
    return new Map([[path, `${value.from} – ${value.until}`]]);
  return new Map(
    Object.entries(value).flatMap(([name, one]) => [...flat(one, path === '' ? name : `${path}.${name}`)]),
  );
}
