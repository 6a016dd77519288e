import { readOverview as readOverviewCall, readSiteState } from '@candor/contract/calls/console/overview';
import { OVERVIEW_DAYS } from '@candor/contract/console-overview';
import type { OverviewView } from '@candor/contract/console-overview';
import type { SiteStateView } from '@candor/contract/console-site-state';
import { dateText, dayOfDate, localDay, localToUtc } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import type { Clock } from '../../platform/clock/clock.ts';
import { keptFor } from '../../platform/collections/kept-for.ts';
import type { Db, Pool } from '../../platform/db/pool.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import { selectCheckStates } from '../../services/checks/check-store.ts';
import { selectProcesses } from '../../services/health/beat-store.ts';
import type { ListedWitness } from '../../services/order-log/read-witnesses.ts';
import type { Site } from '../../services/site/site.ts';
import {
  selectActiveMembers,
  selectBookedUntil,
  selectDayLines,
  selectLastCounted,
  selectNewestPrice,
  selectNewMembers,
  selectOrderCounts,
  selectOverdue,
} from './ledger-hour-store.ts';
import { overviewDays, overviewView } from './overview-view.ts';
import { selectSources, selectWaiting, selectWitnesses } from './site-state-store.ts';
import { siteStateView } from './site-state-view.ts';
import type { Due } from './site-state-view.ts';

/** Operators who look at once share one count: on a large site the members of today are counted from many rows. */
const KEPT_MS = 15_000;
const STATE_KEPT_MS = 5_000;

interface OverviewDeps {
  readonly pool: Pool;
  readonly site: Site;
  readonly clock: Pick<Clock, 'now'>;
  /** The first business date whose end of day is late; null when none is. */
  readonly lateSince: (db: Db) => Promise<DayNumber | null>;
  /** What investments need, by date, the first dates of it. */
  readonly due: (db: Db) => Promise<readonly Due[]>;
  readonly witnesses: readonly ListedWitness[];
}

/** What the business does, at a glance. */
export function overviewRoutes(app: HttpApp, deps: OverviewDeps): void {
  const overview = keptFor(
    KEPT_MS,
    () => deps.clock.now(),
    async () => await countOverview(deps),
  );
  const state = keptFor(
    STATE_KEPT_MS,
    () => deps.clock.now(),
    async () => await readState(deps),
  );
  serve(app, { overview, state }, [
    on(readOverviewCall, async (_, kept) => await kept.overview()),
    on(readSiteState, async (_, kept) => await kept.state()),
  ]);
}

async function countOverview({ pool, site, clock, lateSince }: OverviewDeps): Promise<OverviewView> {
  const nowMs = clock.now();
  const today = localDay(site.timeZone, nowMs);
  const first = today - OVERVIEW_DAYS;
  const fromMs = localToUtc(site.timeZone, first, 0);
  const [bookedUntilMs, lastCounted] = [await selectBookedUntil(pool, nowMs), await selectLastCounted(pool)];
  const asked = {
    wallet: site.defaultWallet,
    currency: site.currency.code,
    timeZone: site.timeZone,
    from: dateText(first),
    fromMs,
    bookedUntilMs,
  };
  const uncountedMs = lastCounted === null ? fromMs : localToUtc(site.timeZone, dayOfDate(lastCounted) + 1, 0);
  const [lines, orders, newMembers, activeMembers, priceAt, overdue, late, checks] = await Promise.all([
    selectDayLines(pool, asked),
    selectOrderCounts(pool, asked),
    selectNewMembers(pool, asked),
    selectActiveMembers(pool, asked, Math.max(fromMs, uncountedMs)),
    selectNewestPrice(pool),
    selectOverdue(pool),
    lateSince(pool),
    selectCheckStates(pool),
  ]);
  const days = overviewDays({ lines, orders, newMembers, activeMembers }, first, today, site.currency);
  return overviewView(
    days,
    { priceAt, overdue, lateSince: late, bookedUntil: bookedUntilMs, checks },
    { atMs: nowMs, wallet: asked.wallet },
  );
}

async function readState({ pool, site, clock, due, witnesses }: OverviewDeps): Promise<SiteStateView> {
  const nowMs = clock.now();
  const [owed, waiting, sources, processes, cosigned] = await Promise.all([
    due(pool),
    selectWaiting(pool),
    selectSources(pool),
    selectProcesses(pool),
    selectWitnesses(pool),
  ]);
  const facts = { due: owed, waiting, sources, processes, cosigned };
  return siteStateView(facts, {
    atMs: nowMs,
    today: localDay(site.timeZone, nowMs),
    currency: site.currency,
    witnesses,
  });
}
