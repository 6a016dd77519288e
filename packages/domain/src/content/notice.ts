import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/*
 * Announcements: when members see them, what an operator may change, and which maintenance concerns a page now. Times are
 * epoch milliseconds of the platform's clock.
 */

export type NoticeCategory = 'system' | 'activity' | 'trading' | 'maintenance';

/** What a maintenance affects. */
export type MaintenanceArea = 'trade' | 'deposit' | 'withdrawal' | 'invest' | 'support';

export interface NewestVersion {
  readonly version: number;
  readonly withdrawn: boolean;
  /** Null for a draft. */
  readonly fromMs: number | null;
}

export interface MaintenanceWindow {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly areas: readonly MaintenanceArea[];
}

export interface NoticeDraft {
  readonly category: NoticeCategory;
  /** Null for a draft. */
  readonly fromMs: number | null;
  /** Null: without an end. */
  readonly untilMs: number | null;
  readonly maintenance: MaintenanceWindow | null;
}

export type NoticeRefusal =
  | 'NOTICE_WITHDRAWN'
  | 'NOTICE_CHANGED'
  | 'NOTICE_UNTIL_WRONG'
  | 'NOTICE_WINDOW_REQUIRED'
  | 'NOTICE_WINDOW_WRONG';

const WINDOW_MS_MAX = 31 * 24 * 3_600_000;

/**
 * Whether this may become the next version. `before` is the newest version, undefined for a new notice; `base` is the
 * version that the operator saw.
 */
export function checkNotice(
  draft: NoticeDraft,
  base: number,
  before: NewestVersion | undefined,
  nowMs: number,
): Result<NoticeDraft, NoticeRefusal> {
  if (before?.withdrawn === true) return err('NOTICE_WITHDRAWN');
  if ((before?.version ?? 0) !== base) return err('NOTICE_CHANGED');
  const fromMs = publishedFrom(draft.fromMs, before?.fromMs ?? null, nowMs);
  if (draft.untilMs !== null && draft.untilMs <= Math.max(fromMs ?? nowMs, nowMs)) return err('NOTICE_UNTIL_WRONG');
  const { maintenance } = draft;
  if ((draft.category === 'maintenance') !== (maintenance !== null)) return err('NOTICE_WINDOW_REQUIRED');
  if (maintenance !== null && !isWindow(maintenance)) return err('NOTICE_WINDOW_WRONG');
  return ok({ ...draft, fromMs });
}

/** What members have seen keeps the moment it was published; a moment that has passed means now. */
function publishedFrom(asked: number | null, beforeMs: number | null, nowMs: number): number | null {
  if (beforeMs !== null && beforeMs <= nowMs) return beforeMs;
  return asked === null ? null : Math.max(asked, nowMs);
}

function isWindow({ startsAtMs, endsAtMs, areas }: MaintenanceWindow): boolean {
  return startsAtMs < endsAtMs && endsAtMs - startsAtMs <= WINDOW_MS_MAX && areas.length > 0;
}

/** From this long before its start on, a maintenance is shown on the pages that it affects. */
export const MAINTENANCE_AHEAD_MS = 24 * 3_600_000;

export type MaintenancePhase = { readonly phase: 'ahead' | 'running'; readonly untilMs: number };

/** Undefined while it is too far ahead, and once it is over. */
export function phaseOf(
  { startsAtMs, endsAtMs }: Omit<MaintenanceWindow, 'areas'>,
  nowMs: number,
): MaintenancePhase | undefined {
  if (nowMs >= endsAtMs || nowMs < startsAtMs - MAINTENANCE_AHEAD_MS) return undefined;
  return nowMs < startsAtMs ? { phase: 'ahead', untilMs: startsAtMs } : { phase: 'running', untilMs: endsAtMs };
}

/** The maintenance that a page shows: one that runs, before one that is ahead; of those, the one that changes next. */
export function maintenanceOf<T extends MaintenanceWindow>(
  windows: readonly T[],
  area: MaintenanceArea,
  nowMs: number,
): { readonly window: T; readonly phase: MaintenancePhase } | undefined {
  const concerned = windows.flatMap((window) => {
    const phase = window.areas.includes(area) ? phaseOf(window, nowMs) : undefined;
    return phase === undefined ? [] : [{ window, phase }];
  });
  const [first] = concerned.toSorted((a, b) => rankOf(a.phase) - rankOf(b.phase) || a.phase.untilMs - b.phase.untilMs);
  return first;
}

function rankOf({ phase }: MaintenancePhase): number {
  return Number(phase !== 'running');
}
