import { deleteEndedAlerts } from '../features/alerts/alert-store.ts';
import { endOldAlarms } from '../features/alarms/alarm-store.ts';
import { endOldMessages as endOldAlarmMessages } from '../features/alarms/message-store.ts';
import { startSendingAlarms } from '../features/alarms/send-messages.ts';
import { startWatchingAlarms } from '../features/alarms/watch-alarms.ts';
import { startAlerts } from '../features/alerts/alerts.jobs.ts';
import { cleanUpIdentity } from '../features/identity/clean-up-identity.ts';
import { startCashier } from '../features/cashier/cashier.jobs.ts';
import { archiveTicks } from '../features/market/archive/archive-ticks.ts';
import { startCounting } from '../features/fairness/fairness.jobs.ts';
import { countQuarantined } from '../features/invest/business-day-store.ts';
import { runEndOfDay, countLateDays, firstLateDay } from '../features/invest/run-end-of-day.ts';
import type { Quarantined } from '../features/invest/run-end-of-day.ts';
import { watchCalendars } from '../features/market/watch-calendars.ts';
import { prepareTickDays } from '../features/market/feed/tick-day-store.ts';
import { announceNotices } from '../features/notices/announce-notices.ts';
import { erasePhotos } from '../features/verification/erase-photos.ts';
import { closeAccounts, eraseClosed, forgetClosed } from '../features/own-data/close-accounts.ts';
import { endDataFiles, startMakingData } from '../features/own-data/make-data-file.ts';
import { startWitnessing } from '../features/order-log/order-log.jobs.ts';
import type { Turn } from '../features/order-log/send-head.ts';
import { startStamping } from '../features/order-log/time-stamps/stamp-head.ts';
import { startReleasing } from '../features/security/operator/carry-out-releases.ts';
import { startSendingCodes } from '../features/security/send-codes.ts';
import { eraseStatementFiles } from '../features/statements/erase-statement-files.ts';
import { startMatchingLater } from '../features/statements/match-later.ts';
import { cleanUpSupport } from '../features/support/clean-up-support.ts';
import { startDisputeChecks } from '../features/support/support.jobs.ts';
import { startQueueingPush } from '../features/push/queue-push.ts';
import { deleteOldMessages } from '../features/push/push-store.ts';
import { startSendingPush } from '../features/push/send-push.ts';
import { bookHours } from '../features/books/book-hours.ts';
import { selectSettlementLag } from '../features/trading/order-store.ts';
import { prepareOrderMonths } from '../features/trading/order-month-store.ts';
import { startHouseJobs } from '../features/trading/house.jobs.ts';
import { startSettlementWorker } from '../features/trading/trading.jobs.ts';
import { eachAlone } from '../platform/jobs/each-alone.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { Repeat } from '../platform/jobs/repeat.ts';
import { CHECKS } from '../services/checks/checks.ts';
import { CHECK_MS_MAX, runChecks } from '../services/checks/run-checks.ts';
import { deleteOldMarks } from '../services/marks/mark-store.ts';
import { deleteOldNonces } from '../services/device-keys/device-key-store.ts';
import { cleanUpFiles } from '../services/files/sealed-files.ts';
import { deleteOldIdempotency } from '../services/idempotency/idempotency-store.ts';
import { deleteExpiredOperatorSessions } from '../services/operators/operator-session-store.ts';
import { deleteExpiredSessions } from '../services/sessions/session-store.ts';
import type { Context } from './context.ts';
import { gauge } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { startRelay } from './start-relay.ts';
import { vapidOf } from './vapid-of.ts';

const HOUR_MS = 3_600_000;
/** A business date is closed soon after its end, or after a downtime. */
const CLOSING_MS = 15_000;
/** A notice that waits for its time is announced within this time. */
const ANNOUNCING_MS = 1_000;
const ARCHIVING_MS = 24 * HOUR_MS;
/** How often the worker looks which checks of the books are due. */
const CHECKING_MS = 10_000;
/** An hour is booked when it is over for a minute; how often is looked for one. */
const BOOKING_MS = 10_000;
/** What an alarm follows from is read in this time, or nothing is said of it. */
const ALARM_MS_MAX = 5_000;
/** The settlement waits no longer than this at a time for a locked row. */
const SETTLEMENT_LOCK_MS_MAX = 500;

/** The role worker: everything that happens without a call. Returns what stops it. */
export function startWorker(context: Context, metrics: Metrics): () => Promise<void> {
  const { config, pool, bus, log, site } = context;
  const relay = startRelay(context, metrics);
  const settlementPool = context.openPool({ max: 2, name: 'candor-settlement', lockMsMax: SETTLEMENT_LOCK_MS_MAX });
  const settlement = startSettlementWorker({
    pool: settlementPool,
    bus,
    log,
    onSettled: (count) => {
      metrics.ordersSettled.inc(count);
      relay.wake();
    },
    onEnded: (endedAt) => {
      const nowMs = context.clock.now();
      for (const atMs of endedAt) metrics.settlementsLate.observe(Math.max(0, nowMs - atMs) / 1000);
    },
    onStuck: (count) => metrics.settlementsStuck.set(count),
  });
  gauge(metrics, 'candor_settlement_lag_seconds', 'Waiting time of the oldest closed order without a settlement', () =>
    selectSettlementLag(pool).catch(() => Number.NaN),
  );
  let improbable: readonly { product: string; durationSec: number }[] | undefined;
  const house = startHouseJobs({
    pool,
    log,
    site,
    clock: context.clock,
    onImprobable: (runs) => {
      improbable = runs;
      metrics.resultsImprobable.set(runs.length);
    },
  });
  const tickDays = repeat('tick days', HOUR_MS, log, async () => {
    metrics.tickDaysAhead.set(await prepareTickDays(pool));
  });
  const orderMonths = repeat('order months', HOUR_MS, log, async () => {
    metrics.orderMonthsAhead.set(await prepareOrderMonths(pool));
  });
  const calendars = repeat('calendars', 24 * HOUR_MS, log, async () => {
    metrics.calendarsEnding.set(await watchCalendars(pool, log, context.clock.now()));
  });
  const cleaning = repeat('cleaning', HOUR_MS, log, async () => {
    await eachAlone(log, {
      keys: async () => await deleteOldIdempotency(pool),
      sessions: async () => await deleteExpiredSessions(pool),
      marks: async () => await deleteOldMarks(pool),
      nonces: async () => await deleteOldNonces(pool),
      'push messages': async () => await deleteOldMessages(pool),
      'operator sessions': async () => await deleteExpiredOperatorSessions(pool),
      logins: async () => await cleanUpIdentity(pool),
      alerts: async () => await deleteEndedAlerts(pool),
      alarms: async () => await endOldAlarms(pool),
      'alarm messages': async () => await endOldAlarmMessages(pool),
      files: async () => await cleanUpFiles(context),
      photos: async () => await erasePhotos(context, config.rejectedPhotosDays),
      closings: async () => await closeAccounts(context),
      'closed accounts': async () => await eraseClosed(context, config.eraseClosedDays),
      'closed identities': async () => await forgetClosed(context, config.keepIdentityDays),
      statements: async () => await eraseStatementFiles(context, config.statementFileDays),
      'data files': async () => await endDataFiles(context),
      support: async () => await cleanUpSupport(context, config.supportPicturesDays),
    });
  });
  const disputes = startDisputeChecks(context, ({ invalid }) => {
    metrics.disputesConfirmed.inc(invalid);
    relay.wake();
  });
  const alertsPool = context.openPool({ max: 2, name: 'candor-alerts' });
  const alerts = startAlerts({ ...context, pool: alertsPool, onTold: () => relay.wake() });
  const announcing = repeat('notices', ANNOUNCING_MS, log, async () => {
    if ((await announceNotices(pool)) > 0) relay.wake();
  });
  const stopCashier = startCashier({
    pool,
    site,
    log,
    secret: context.secrets.fingerprint,
    chains: config.chains,
    onChanged: () => relay.wake(),
  });
  const push = { pool, log, site, siteDomain: config.siteDomain, vapid: vapidOf(context), hosts: config.pushHosts };
  const pushing = startSendingPush(push);
  const queueing = startQueueingPush({ pool, bus, log }, () => pushing.wake());
  const codes = startSendingCodes({ pool, log, sealKey: context.secrets.seal, gateway: config.codeGateway });
  const releasing = startReleasing({ pool, log, onReleased: () => relay.wake() });
  const making = startMakingData({
    ...context,
    sealKey: context.secrets.seal,
    days: config.dataFileDays,
    onReady: () => relay.wake(),
  });
  const stopping = new AbortController();
  gauge(metrics, 'candor_business_days_late', 'Business dates that could be closed and are not', () =>
    countLateDays(pool, site.timeZone, context.clock.now()).catch(() => Number.NaN),
  );
  gauge(metrics, 'candor_close_rows_set_aside', 'Holdings and savings that the close could not write yet', () =>
    countQuarantined(pool).catch(() => Number.NaN),
  );
  const closing = repeat('business day', CLOSING_MS, log, async () => {
    const onQuarantined = (row: Quarantined): void => log.fatal(row, 'A ROW CANNOT BE CLOSED');
    if ((await runEndOfDay(pool, { signal: stopping.signal, onQuarantined })) > 0) relay.wake();
  });
  const witnessing = startWitnessing({
    ...context,
    pool: context.openPool({ max: 2, name: 'candor-witnesses' }),
    onTurn: (witness, turn) => countTurn(metrics, witness, turn),
  });
  const { timeAuthority } = context;
  const stamping =
    timeAuthority === undefined
      ? undefined
      : startStamping({ ...context, onFailure: () => metrics.timeStampFailures.inc() }, timeAuthority);
  const archiving = repeat('tick archive', ARCHIVING_MS, log, async () => {
    await archiveTicks(context, stopping.signal);
  });
  const booking = repeat('ledger hours', BOOKING_MS, log, async () => {
    await bookHours(pool, () => stopping.signal.aborted);
  });
  const alarmsPool = context.openPool({ max: 2, name: 'candor-alarms', statementMsMax: ALARM_MS_MAX });
  const sendingAlarms = startSendingAlarms({
    pool: alarmsPool,
    log,
    site,
    ways: config.alarms,
    nowMs: () => context.clock.now(),
  });
  const alarms = startWatchingAlarms({
    ...context,
    pool: alarmsPool,
    nowMs: () => context.clock.now(),
    lateDay: async () => await firstLateDay(pool, site.timeZone, context.clock.now()),
    improbable: () => improbable,
  });
  const matching = startMatchingLater({ pool: context.openPool({ max: 1, name: 'candor-statements' }), log });
  const checking = startChecking(context, metrics, stopping.signal);
  const counting = startCounting(context, stopping.signal);
  return async () => {
    stopping.abort();
    await booking.stop();
    await alarms.stop();
    await sendingAlarms.stop();
    await matching.stop();
    await checking.stop();
    await witnessing.stop();
    await stamping?.stop();
    await stopCashier();
    await alerts.stop();
    await closing.stop();
    await codes.stop();
    await releasing.stop();
    await making.stop();
    await queueing.stop();
    await pushing.stop();
    await settlement.stop();
    await house.stop();
    await disputes.stop();
    await announcing.stop();
    await counting.stop();
    await cleaning.stop();
    await tickDays.stop();
    await orderMonths.stop();
    await calendars.stop();
    await archiving.stop();
    await relay.stop();
  };
}

/** The checks of the books, on a connection of their own: a long one holds nothing up. The second one is to end it. */
function startChecking({ log, site, clock, openPool }: Context, metrics: Metrics, signal: AbortSignal): Repeat {
  const pool = openPool({
    max: 2,
    name: 'candor-checks',
    statementMsMax: CHECK_MS_MAX,
    transactionMsMax: CHECK_MS_MAX + 10_000,
    answerMsMax: CHECK_MS_MAX + 20_000,
  });
  return repeat('checks', CHECKING_MS, log, async () => {
    const { failing, unanswered, halted } = await runChecks({ pool, log, site, clock }, CHECKS, signal);
    metrics.checksFailing.set(failing);
    metrics.checksUnanswered.set(unanswered);
    metrics.moneyHalted.set(halted ? 1 : 0);
  });
}

function countTurn(metrics: Metrics, witness: string, turn: Turn): void {
  if (turn.kind === 'failed') metrics.witnessFailures.inc({ witness });
  if (turn.kind === 'refused') metrics.witnessRefuses.set({ witness }, 1);
  if (turn.kind !== 'cosigned' && turn.kind !== 'fresh') return;
  metrics.witnessRefuses.set({ witness }, 0);
  metrics.witnessCosignedAt.set({ witness }, turn.cosignedAt / 1000);
}
