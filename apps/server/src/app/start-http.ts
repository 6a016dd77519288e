import { alertsRoutes } from '../features/alerts/alerts.routes.ts';
import { cashierRoutes } from '../features/cashier/cashier.routes.ts';
import { practiceProviderRoutes } from '../features/cashier/practice-provider.routes.ts';
import { webhookRoutes } from '../features/cashier/webhook.routes.ts';
import { contentRoutes } from '../features/content/content.routes.ts';
import { firstRunRoutes } from '../features/first-run/first-run.routes.ts';
import type { MemberEvent } from '@candor/contract/live';
import { fairnessRoutes } from '../features/fairness/fairness.routes.ts';
import { investRoutes } from '../features/invest/invest.routes.ts';
import { identityRoutes } from '../features/identity/identity.routes.ts';
import { limitsRoutes } from '../features/limits/limits.routes.ts';
import { marketRoutes } from '../features/market/market.routes.ts';
import { priceEvidenceRoutes } from '../features/market/price-evidence.routes.ts';
import { countUnreadMessages } from '../features/messages/message-store.ts';
import { messagesRoutes } from '../features/messages/messages.routes.ts';
import { noticesRoutes } from '../features/notices/notices.routes.ts';
import { ownDataRoutes } from '../features/own-data/own-data.routes.ts';
import { orderLogRoutes } from '../features/order-log/order-log.routes.ts';
import { timeStampsRoutes } from '../features/order-log/time-stamps/time-stamps.routes.ts';
import { verificationRoutes } from '../features/verification/verification.routes.ts';
import { factorsRoutes } from '../features/security/factors.routes.ts';
import { securityRoutes } from '../features/security/security.routes.ts';
import { takeCaptcha } from '../features/identity/take-captcha.ts';
import { pushRoutes } from '../features/push/push.routes.ts';
import { siteRoutes } from '../features/site/site.routes.ts';
import { complaintRoutes } from '../features/complaints/complaints.routes.ts';
import { supportRoutes } from '../features/support/support.routes.ts';
import { visitorRoutes } from '../features/support/visitor.routes.ts';
import { createPlacementQueue } from '../features/trading/placement-queue.ts';
import { tradingRoutes } from '../features/trading/trading.routes.ts';
import { walletRoutes } from '../features/wallet/wallet.routes.ts';
import { acceptUploads } from '../platform/http/accept-uploads.ts';
import { passOn } from '../platform/http/pass-on.ts';
import type { PassOnRules } from '../platform/http/pass-on.ts';
import { createPublicAnswers } from '../platform/http/public-answers.ts';
import { memoryLimit } from '../platform/http/rate-limit.ts';
import { createSharedLimits, sharedLimit } from '../platform/http/shared-limits.ts';
import type { SharedLimits } from '../platform/http/shared-limits.ts';
import { createBudgets, publicRoute } from '../platform/http/route-cost.ts';
import type { BudgetDeps } from '../platform/http/route-cost.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import type { Pool } from '../platform/db/pool.ts';
import { paced } from '../platform/jobs/paced.ts';
import type { Repeat } from '../platform/jobs/repeat.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';
import { createImages } from '../services/files/images.ts';
import { readVerification as verificationOf } from '../services/verification/verification-of-member.ts';
import type { ReadVerification } from '../services/verification/verification.ts';
import { createPasswords } from '../services/secrets/passwords.ts';
import type { Puzzles } from '../features/identity/puzzles.ts';
import { createPuzzles } from '../features/identity/puzzles.ts';
import { createConfirmations } from '../services/member-factors/confirmations.ts';
import { guardRoutes } from '../services/sessions/guard-routes.ts';
import { buildHttp, clientFront } from './build-http.ts';
import { lookOf } from './site-look.ts';
import type { OnRefused } from './build-http.ts';
import type { Context } from './context.ts';
import { picturesOf } from './keep-pictures.ts';
import { liveRoutes } from './live.routes.ts';
import { httpFigures } from './http-figures.ts';
import { listenAt } from './listen-at.ts';
import { gauge, healthRoutes } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { readinessOf } from './readiness-of.ts';
import type { Readiness } from '../platform/health/readiness.ts';
import { requireSignatures } from './require-signatures.ts';
import { startLive } from './start-live.ts';
import { vapidOf } from './vapid-of.ts';

const ORDERS = { points: 20, durationSec: 1 };
/** A database that does not answer must not keep limits back for long. */
const LIMITS_MS_MAX = 1_000;
const PLACEMENT_MS_MAX = 2_000;
/** Members are locked without waiting. For any other locked row, a batch waits no longer than this. */
const PLACEMENT_LOCK_MS_MAX = 250;
const READ_MS_MAX = 4_000;
const RENEW_GAP_MS = 100;
/** Not longer than news that makes callers ask again waits (forward-members.ts). */
const CHANGE_GAP_MS = 1_000;

export interface HttpRole {
  app: HttpApp;
  readiness: Readiness;
  hub: LiveHub;
  listen: () => Promise<string>;
  stop: () => Promise<void>;
}

/** What a test may change: how much an address may spend, the clock for kept answers, the work of puzzles, and how
 * often sockets are told to read again. */
export interface HttpSettings {
  readonly budgets?: BudgetDeps['budgets'];
  readonly answersNowMs?: () => number;
  readonly puzzles?: Puzzles;
  readonly onRefused?: OnRefused;
  readonly readAgainPauseMs?: number;
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
  const shared = shareLimits(context, metrics);
  const budgets = createBudgets({
    ...(shared === undefined ? {} : { shared }),
    ...(settings.budgets === undefined ? {} : { budgets: settings.budgets }),
    readsWaiting: (bucket) => (bucket === 'public' ? pools.public : pools.member).waitingCount,
    onShed: (cost, reason) => metrics.requestsShed.inc({ cost, reason }),
  });
  const app = await buildHttp(config, log, {
    budgets,
    front: { ...clientFront(config), look: () => lookOf(context.site) },
    ...(settings.onRefused === undefined ? {} : { onRefused: settings.onRefused }),
    figures: httpFigures(metrics),
  });
  const answersClock = settings.answersNowMs === undefined ? {} : { nowMs: settings.answersNowMs };
  const answers = createPublicAnswers({ spend: budgets.spend, ...answersClock });
  const queue = createPlacementQueue(placementPool, context.site.mode, log, () => relay.wake());
  // Before the sockets hear of it: what they read again must not be an older answer.
  const stopWatching = bus.watch((trouble) => {
    if (trouble === 'gap') answers.changed();
  });
  const live = startLive(app, context, metrics, settings);
  // Every process reads the site by itself, so whoever hears this finds the new settings.
  context.siteChanges.onChange(() => {
    answers.changed();
    live.hub.publishToMembers({ type: 'site' } satisfies MemberEvent);
  });
  // A message of the bus is a hint that anyone may have sent: a flood of them must not make every answer anew each time.
  const renewing = paced<'renew'>(RENEW_GAP_MS, () => answers.renew());
  const changing = paced<'change'>(CHANGE_GAP_MS, () => answers.changed());
  const unsubscribes = [
    bus.subscribe('tick', () => renewing.call('renew')),
    bus.subscribe('product', () => changing.call('change')),
    bus.subscribe('everyone', () => changing.call('change')),
    stopWatching,
    renewing.stop,
    changing.stop,
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
  const readiness = readinessOf(context);
  healthRoutes(app, readiness, metrics);
  liveRoutes(app, live);
  // What members may call is no secret. What the console can do is told to operators alone (start-console.ts).
  app.get(
    '/api/openapi.json',
    { schema: { hide: true }, config: publicRoute('memory') },
    async (_, reply) => await reply.type('application/json; charset=utf-8').send(await app.openApi()),
  );
  siteRoutes(app, { pool: pools.public, answers });
  contentRoutes(app, { ...context, publicPool: pools.public, answers });
  messagesRoutes(app, { ...context, readPool: pools.member });
  noticesRoutes(app, {
    ...context,
    readPool: pools.member,
    publicPool: pools.public,
    answers,
    unreadMessages: countUnreadMessages,
  });
  const passwords = createPasswords();
  // One for all features: it works on one picture at a time.
  const pictures = picturesOf(context);
  const images = createImages(pictures.path);
  const puzzles = settings.puzzles ?? createPuzzles(context);
  identityRoutes(app, { ...context, passwords, puzzles, budgets });
  marketRoutes(app, { ...context, pool: pools.public, answers });
  orderLogRoutes(app, { ...context, ...answersClock, pool: pools.public, answers, budgets });
  timeStampsRoutes(app, { pool: pools.public, answers });
  priceEvidenceRoutes(app, { ...context, pool: pools.public, answers });
  fairnessRoutes(app, { ...context, pool: pools.public, answers, budgets });
  walletRoutes(app, { ...context, pool: pools.member, budgets });
  const readVerification: ReadVerification = async (db, memberId) =>
    await verificationOf(db, memberId, context.secrets.seal);
  cashierRoutes(app, { ...context, readPool: pools.member, answers, passwords, images, readVerification });
  investRoutes(app, { ...context, readPool: pools.member, passwords });
  webhookRoutes(app, { ...context, secret: context.secrets.fingerprint });
  if (context.site.mode === 'practice')
    practiceProviderRoutes(app, { ...context, secret: context.secrets.fingerprint });
  supportRoutes(app, { ...context, answers, images });
  complaintRoutes(app, context);
  visitorRoutes(app, {
    ...context,
    budgets,
    takePuzzle: async (request, charge) => await puzzles.take(request, 'visitor', charge),
    takeCaptcha: config.captcha
      ? async (answer) => await takeCaptcha(pool, context.fingerprints, answer, undefined)
      : undefined,
  });
  alertsRoutes(app, { ...context, readPool: pools.member });
  firstRunRoutes(app, { ...context, readPool: pools.member });
  securityRoutes(app, { ...context, passwords });
  limitsRoutes(app, { ...context, readPool: pools.member });
  ownDataRoutes(app, { ...context, readPool: pools.member, budgets });
  pushRoutes(app, { ...context, vapid: vapidOf(context), pushHosts: config.pushHosts });
  factorsRoutes(app, { ...context, passwords });
  verificationRoutes(app, {
    ...context,
    images,
    passwords,
  });
  tradingRoutes(app, {
    ...context,
    pool: pools.member,
    publicPool: pools.public,
    answers,
    onOverLimit: (product) => metrics.ordersOverLimit.inc({ product }),
    onPlaced: () => metrics.ordersPlaced.inc(),
    queue,
    orderLimit: shared === undefined ? memoryLimit(ORDERS) : sharedLimit(shared, 'orders', ORDERS),
  });
  await app.ready();
  return {
    app,
    readiness,
    hub: live.hub,
    listen: async () => await listenAt(app, config, 'PORT'),
    stop: async () => {
      await live.stop();
      await app.close();
      await pictures.stop();
      await shared?.stop();
      await queue.close();
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}

function shareLimits({ config, log, openPool }: Context, metrics: Metrics): SharedLimits | undefined {
  if (config.limits === 'memory') return undefined;
  const pool = openPool({
    max: 1,
    name: 'candor-limits',
    connectMsMax: LIMITS_MS_MAX,
    answerMsMax: LIMITS_MS_MAX,
    statementMsMax: LIMITS_MS_MAX,
    lockMsMax: LIMITS_MS_MAX,
  });
  return createSharedLimits({ pool, log, onFailed: () => metrics.limitsAlone.inc() });
}

/** What the console may ask of the process that passes its calls on. */
function consoleRules(socketPath: string): PassOnRules {
  return {
    socketPath,
    paths: ['/console', '/console/*', '/api/console/*'],
    bodyBytesMax: 64 * 1024,
    // A logo in a form.
    uploads: { paths: ['/api/console/site/logos'], bodyBytesMax: 576 * 1024 },
    // Two and a half networks of strangers leave 24 places to operators who are logged in.
    places: { all: 64, ofStrangers: 40, ofOne: 16, waitMsMax: 5_000 },
    silentMsMax: 35_000,
    // Operators also fetch lists as files.
    callMsMax: { stranger: 30_000, known: 300_000 },
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
