import { deleteEndedAlerts } from '../features/alerts/alert-store.ts';
import { startAlerts } from '../features/alerts/alerts.jobs.ts';
import { alertsRoutes } from '../features/alerts/alerts.routes.ts';
import { cleanUpIdentity } from '../features/identity/clean-up-identity.ts';
import { startCashier } from '../features/cashier/cashier.jobs.ts';
import { cashierRoutes } from '../features/cashier/cashier.routes.ts';
import { practiceProviderRoutes } from '../features/cashier/practice-provider.routes.ts';
import { webhookRoutes } from '../features/cashier/webhook.routes.ts';
import { contentRoutes } from '../features/content/content.routes.ts';
import { archiveTicks } from '../features/market/archive/archive-ticks.ts';
import { countDays } from '../features/fairness/count-days.ts';
import { firstRunRoutes } from '../features/first-run/first-run.routes.ts';
import { fairnessRoutes } from '../features/fairness/fairness.routes.ts';
import { countSetAside } from '../features/invest/business-day-store.ts';
import { closeBusinessDays, countLateDays } from '../features/invest/close-business-day.ts';
import type { SetAside } from '../features/invest/close-business-day.ts';
import { investRoutes } from '../features/invest/invest.routes.ts';
import { identityRoutes } from '../features/identity/identity.routes.ts';
import { limitsRoutes } from '../features/limits/limits.routes.ts';
import { prepareTickDays } from '../features/market/feed/tick-day-store.ts';
import { marketRoutes } from '../features/market/market.routes.ts';
import { priceEvidenceRoutes } from '../features/market/price-evidence.routes.ts';
import { startFeed } from '../features/market/market.jobs.ts';
import { announceNotices } from '../features/notices/announce-notices.ts';
import { noticesRoutes } from '../features/notices/notices.routes.ts';
import { erasePhotos } from '../features/papers/erase-photos.ts';
import { startWitnessing } from '../features/order-log/order-log.jobs.ts';
import type { Turn } from '../features/order-log/send-head.ts';
import { orderLogRoutes } from '../features/order-log/order-log.routes.ts';
import { startStamping } from '../features/order-log/time-stamps/stamp-head.ts';
import { timeStampsRoutes } from '../features/order-log/time-stamps/time-stamps.routes.ts';
import { papersRoutes } from '../features/papers/papers.routes.ts';
import { startReleasing } from '../features/security/desk/carry-out-releases.ts';
import { startSendingCodes } from '../features/security/send-codes.ts';
import { factorsRoutes } from '../features/security/factors.routes.ts';
import { securityRoutes } from '../features/security/security.routes.ts';
import { takeCaptcha } from '../features/identity/take-captcha.ts';
import { cleanUpSupport } from '../features/support/clean-up-support.ts';
import { startDoubtChecks } from '../features/support/support.jobs.ts';
import { startQueueingPush } from '../features/push/queue-push.ts';
import { deleteOldMessages } from '../features/push/push-store.ts';
import { pushRoutes } from '../features/push/push.routes.ts';
import { startSendingPush } from '../features/push/send-push.ts';
import { createVapid } from '../features/push/vapid.ts';
import type { Vapid } from '../features/push/vapid.ts';
import { supportRoutes } from '../features/support/support.routes.ts';
import { visitorRoutes } from '../features/support/visitor.routes.ts';
import { selectMembersOfOrders, selectSettlementLag } from '../features/trading/order-store.ts';
import { createPlacementQueue } from '../features/trading/placement-queue.ts';
import { startSettlementWorker } from '../features/trading/trading.jobs.ts';
import { tradingRoutes } from '../features/trading/trading.routes.ts';
import { walletRoutes } from '../features/wallet/wallet.routes.ts';
import { acceptUploads } from '../platform/http/accept-uploads.ts';
import { passOn } from '../platform/http/pass-on.ts';
import type { PassOnRules } from '../platform/http/pass-on.ts';
import { createPublicAnswers } from '../platform/http/public-answers.ts';
import { memoryLimit } from '../platform/http/rate-limit.ts';
import { createBudgets } from '../platform/http/route-cost.ts';
import type { BudgetDeps } from '../platform/http/route-cost.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import type { Pool } from '../platform/db/pool.ts';
import { eachAlone } from '../platform/jobs/each-alone.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { Repeat } from '../platform/jobs/repeat.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';
import { createImages } from '../services/files/images.ts';
import { deleteOldNonces } from '../services/device-keys/device-key-store.ts';
import { cleanUpFiles } from '../services/files/sealed-files.ts';
import { deleteOldIdempotency } from '../services/idempotency/idempotency-store.ts';
import { startOutboxRelay } from '../services/outbox/relay.ts';
import { deleteExpiredOperatorSessions } from '../services/operators/operator-session-store.ts';
import { readPapers as papersOf } from '../services/papers/papers-of-member.ts';
import type { ReadPapers } from '../services/papers/papers.ts';
import { createPasswords } from '../services/secrets/passwords.ts';
import { createConfirmations } from '../services/member-factors/confirmations.ts';
import { guardRoutes } from '../services/sessions/guard-routes.ts';
import { deleteExpiredSessions } from '../services/sessions/session-store.ts';
import { buildHttp } from './build-http.ts';
import type { Context } from './context.ts';
import { listenAt } from './listen-at.ts';
import { createMetrics, gauge, healthRoutes } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { requireSignatures } from './require-signatures.ts';
import { startConsole } from './start-console.ts';
import { startLive } from './start-live.ts';

export interface RunningRole {
  /** Where people reach the role; undefined for a role that has no address. */
  address: string | undefined;
  stop: () => Promise<void>;
}

export interface RunningRoles extends RunningRole {
  /** Their metrics as Prometheus text. */
  metrics: () => Promise<string>;
}

const ORDERS_PER_SEC = 20;
const HOUR_MS = 3_600_000;
const COUNTING_MS = 300_000;
/** A business date is closed soon after its end, or after a downtime. */
const CLOSING_MS = 15_000;
/** How long members can look back at alerts that fired or expired. */
const ENDED_ALERTS_DAYS = 30;
/** A notice that waits for its time is announced within this time. */
const ANNOUNCING_MS = 1_000;
const ARCHIVING_MS = 24 * HOUR_MS;
const PLACEMENT_MS_MAX = 2_000;
/** Members are locked without waiting. For any other locked row, a batch waits no longer than this. */
const PLACEMENT_LOCK_MS_MAX = 250;
/** The settlement waits no longer than this at a time for a locked row. */
const SETTLEMENT_LOCK_MS_MAX = 500;
const READ_MS_MAX = 4_000;

/** Starts the roles of these contexts: all of them, or it throws and none runs. They stop in reverse order. */
export async function startRoles(contexts: readonly Context[]): Promise<RunningRoles> {
  const running: RunningRole[] = [];
  const metrics = createMetrics(contexts.map(({ role }) => role).join('+'));
  const stop = async (): Promise<void> => {
    for (const role of running.toReversed()) await role.stop();
  };
  try {
    for (const context of contexts) running.push(await startRole(context, metrics));
  } catch (error) {
    // Roles that already run must not outlive their database.
    await stop();
    throw error;
  }
  return {
    address: running.find(({ address }) => address !== undefined)?.address,
    stop,
    metrics: async () => await metrics.registry.metrics(),
  };
}

async function startRole(context: Context, metrics: Metrics): Promise<RunningRole> {
  switch (context.role) {
    case 'http':
      return await startListening(context, metrics);
    case 'feed': {
      const feed = await startFeed({
        ...context,
        onCheckpointRefused: () => metrics.checkpointsRefused.inc(),
        onOrderLogLate: () => metrics.orderLogLate.inc(),
        onPublished: ({ lateMs, secondsLost }) => {
          metrics.ticksLate.observe(lateMs / 1000);
          metrics.secondsLost.inc(secondsLost);
        },
      });
      return { address: undefined, stop: async () => await feed.stop() };
    }
    case 'worker':
      return { address: undefined, stop: startWorker(context, metrics) };
    case 'console':
      return await startDesk(context, metrics);
  }
}

async function startListening(context: Context, metrics: Metrics): Promise<RunningRole> {
  const relay = startRelay(context);
  const http = await startHttp(context, relay, metrics);
  const stop = async (): Promise<void> => {
    await http.stop();
    await relay.stop();
  };
  try {
    return { address: await http.listen(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDesk(context: Context, metrics: Metrics): Promise<RunningRole> {
  const desk = await startConsole(context, metrics);
  try {
    return { address: await desk.listen(), stop: desk.stop };
  } catch (error) {
    await desk.stop();
    throw error;
  }
}

/** Sends the news in the outbox. Whichever role takes a row sends it. */
export function startRelay(context: Context): Repeat {
  const { pool, bus, log } = context;
  return startOutboxRelay(pool, bus, log, async (orderIds) => await selectMembersOfOrders(pool, orderIds));
}

function startWorker(context: Context, metrics: Metrics): () => Promise<void> {
  const { config, pool, bus, log, site } = context;
  const relay = startRelay(context);
  const settlementPool = context.openPool({ max: 2, name: 'candor-settlement', lockMsMax: SETTLEMENT_LOCK_MS_MAX });
  const settlement = startSettlementWorker({
    pool: settlementPool,
    bus,
    log,
    onSettled: (count) => {
      metrics.ordersSettled.inc(count);
      relay.wake();
    },
    onStuck: (count) => metrics.settlementsStuck.set(count),
  });
  gauge(metrics, 'candor_settlement_lag_seconds', 'Waiting time of the oldest closed order without a settlement', () =>
    selectSettlementLag(pool).catch(() => Number.NaN),
  );
  const tickDays = repeat('tick days', HOUR_MS, log, async () => {
    metrics.tickDaysAhead.set(await prepareTickDays(pool));
  });
  const cleaning = repeat('cleaning', HOUR_MS, log, async () => {
    await eachAlone(log, {
      keys: async () => await deleteOldIdempotency(pool),
      sessions: async () => await deleteExpiredSessions(pool),
      nonces: async () => await deleteOldNonces(pool),
      'push messages': async () => await deleteOldMessages(pool),
      'operator sessions': async () => await deleteExpiredOperatorSessions(pool),
      logins: async () => await cleanUpIdentity(pool),
      alerts: async () => await deleteEndedAlerts(pool, ENDED_ALERTS_DAYS),
      files: async () => await cleanUpFiles(context),
      photos: async () => await erasePhotos(context, config.rejectedPhotosDays),
      support: async () => await cleanUpSupport(context, config.supportPicturesDays),
    });
  });
  const counting = repeat('fairness', COUNTING_MS, log, async () => {
    await countDays(pool, site.timeZone);
  });
  const doubts = startDoubtChecks(context, ({ invalid }) => {
    metrics.doubtsConfirmed.inc(invalid);
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
  const stopping = new AbortController();
  gauge(metrics, 'candor_business_days_late', 'Business dates that could be closed and are not', () =>
    countLateDays(pool, site.timeZone, context.clock.now()).catch(() => Number.NaN),
  );
  gauge(metrics, 'candor_close_rows_set_aside', 'Holdings and savings that the close could not write yet', () =>
    countSetAside(pool).catch(() => Number.NaN),
  );
  const closing = repeat('business day', CLOSING_MS, log, async () => {
    const onSetAside = (row: SetAside): void => log.fatal(row, 'A ROW CANNOT BE CLOSED');
    if ((await closeBusinessDays(pool, { signal: stopping.signal, onSetAside })) > 0) relay.wake();
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
  return async () => {
    stopping.abort();
    await witnessing.stop();
    await stamping?.stop();
    await stopCashier();
    await alerts.stop();
    await closing.stop();
    await codes.stop();
    await releasing.stop();
    await queueing.stop();
    await pushing.stop();
    await settlement.stop();
    await doubts.stop();
    await announcing.stop();
    await counting.stop();
    await cleaning.stop();
    await tickDays.stop();
    await archiving.stop();
    await relay.stop();
  };
}

function countTurn(metrics: Metrics, witness: string, turn: Turn): void {
  if (turn.kind === 'failed') metrics.witnessFailures.inc({ witness });
  if (turn.kind === 'refused') metrics.witnessRefuses.set({ witness }, 1);
  if (turn.kind !== 'cosigned' && turn.kind !== 'fresh') return;
  metrics.witnessRefuses.set({ witness }, 0);
  metrics.witnessCosignedAt.set({ witness }, turn.cosignedAt / 1000);
}

export interface HttpRole {
  app: HttpApp;
  hub: LiveHub;
  listen: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Settings that a test may change: how much an address may spend, and the clock for kept answers. */
export interface HttpSettings {
  readonly budgets?: BudgetDeps['budgets'];
  readonly answersNowMs?: () => number;
}

/** The http role without listening yet: tests inject requests into it. */
export async function startHttp(
  context: Context,
  relay: Repeat,
  metrics: Metrics,
  settings: HttpSettings = {},
): Promise<HttpRole> {
  const { config, log, pool, bus } = context;
  const pools = openReadPools(context);
  // Placing an order never waits for reads.
  const placementPool = context.openPool({
    max: 2,
    name: 'candor-placement',
    transactionMsMax: PLACEMENT_MS_MAX,
    lockMsMax: PLACEMENT_LOCK_MS_MAX,
  });
  const budgets = createBudgets({
    ...(settings.budgets === undefined ? {} : { budgets: settings.budgets }),
    readsWaiting: (lane) => (lane === 'public' ? pools.public : pools.member).waitingCount,
    onShed: (cost, reason) => metrics.requestsShed.inc({ cost, reason }),
  });
  const app = await buildHttp(config, log, { budgets });
  const answersClock = settings.answersNowMs === undefined ? {} : { nowMs: settings.answersNowMs };
  const answers = createPublicAnswers({ spend: budgets.spend, ...answersClock });
  const queue = createPlacementQueue(placementPool, context.site.mode, log, () => relay.wake());
  const live = startLive(app, context);
  const unsubscribes = [
    bus.subscribe('tick', () => answers.renew()),
    bus.subscribe('product', () => answers.changed()),
    bus.subscribe('everyone', () => answers.changed()),
  ];
  gauge(metrics, 'candor_sockets', 'Open live connections', live.hub.size);
  gauge(metrics, 'candor_http_connections', 'Open connections of plain HTTP', live.connections);
  gauge(metrics, 'candor_answer_bytes', 'Bytes of public answers kept in memory', () => answers.size().bytes);
  gauge(
    metrics,
    'candor_reads_waiting',
    'Reads that wait for a database connection',
    () => pools.public.waitingCount + pools.member.waitingCount,
  );
  if (config.consoleLink !== undefined) await passOn(app, consoleRules(config.consoleLink));
  guardRoutes(app, context.sessions, createConfirmations(context).require);
  requireSignatures(app, context);
  acceptUploads(app, (request) => context.sessions.memberOf(request).memberId.toString());
  gauge(metrics, 'candor_placement_queue_depth', 'Order commands without an answer yet', queue.depth);
  healthRoutes(app, pool, metrics);
  contentRoutes(app, { ...context, publicPool: pools.public, answers });
  noticesRoutes(app, { ...context, readPool: pools.member, publicPool: pools.public, answers });
  const passwords = createPasswords();
  // One for all features: it works on one picture at a time.
  const images = createImages();
  identityRoutes(app, { ...context, passwords });
  marketRoutes(app, { ...context, pool: pools.public, answers });
  orderLogRoutes(app, { ...context, ...answersClock, pool: pools.public, answers, budgets });
  timeStampsRoutes(app, { pool: pools.public, answers });
  priceEvidenceRoutes(app, { ...context, pool: pools.public, answers });
  fairnessRoutes(app, { ...context, pool: pools.public, answers, budgets });
  walletRoutes(app, { ...context, pool: pools.member, budgets });
  const readPapers: ReadPapers = async (db, memberId) => await papersOf(db, memberId, context.secrets.seal);
  cashierRoutes(app, { ...context, readPool: pools.member, answers, passwords, images, readPapers });
  investRoutes(app, { ...context, readPool: pools.member, passwords });
  webhookRoutes(app, { ...context, secret: context.secrets.fingerprint });
  if (context.site.mode === 'practice')
    practiceProviderRoutes(app, { ...context, secret: context.secrets.fingerprint });
  supportRoutes(app, { ...context, answers, images });
  visitorRoutes(app, {
    ...context,
    takeCaptcha: config.captcha
      ? async (answer) => await takeCaptcha(pool, context.fingerprints, answer, undefined)
      : undefined,
  });
  alertsRoutes(app, { ...context, readPool: pools.member });
  firstRunRoutes(app, { ...context, readPool: pools.member });
  securityRoutes(app, { ...context, passwords });
  limitsRoutes(app, { ...context, readPool: pools.member });
  pushRoutes(app, { ...context, vapid: vapidOf(context), pushHosts: config.pushHosts });
  factorsRoutes(app, { ...context, passwords });
  papersRoutes(app, {
    ...context,
    images,
    passwords,
  });
  tradingRoutes(app, {
    ...context,
    pool: pools.member,
    queue,
    orderLimit: memoryLimit({ points: ORDERS_PER_SEC, durationSec: 1 }),
  });
  await app.ready();
  return {
    app,
    hub: live.hub,
    listen: async () => await listenAt(app, config, 'PORT'),
    stop: async () => {
      await live.stop();
      await app.close();
      await queue.close();
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}

/** The site at push services. They may write to its contact, or come to its address. */
function vapidOf({ secrets, config }: Context): Vapid {
  const address = config.hosts.find((host) => host.startsWith('https:'));
  return createVapid(secrets.push, config.pushContact ?? address);
}

/** What the console may ask of the process that passes its calls on. */
function consoleRules(socketPath: string): PassOnRules {
  return {
    socketPath,
    paths: ['/console', '/console/*', '/api/console/*'],
    bodyBytesMax: 64 * 1024,
    openMax: 64,
    silentMsMax: 35_000,
  };
}

/**
 * Reads have their own connections: however slow a read is, sessions are still found and orders are still placed.
 * A read that takes longer than its client waits is ended.
 */
function openReadPools({ openPool }: Context): { public: Pool; member: Pool } {
  const reads = { max: 4, statementMsMax: READ_MS_MAX } as const;
  return {
    public: openPool({ ...reads, name: 'candor-public' }),
    member: openPool({ ...reads, name: 'candor-reads' }),
  };
}
