import { rm } from 'node:fs/promises';
import { BOOKS_MS_MAX, booksRoutes } from '../features/books/books.routes.ts';
import { ALARM_QUEUES, alarmsRoutes } from '../features/alarms/alarms.routes.ts';
import { daysRoutes } from '../features/books/days.routes.ts';
import { overviewRoutes } from '../features/books/overview.routes.ts';
import { selectLateSince, selectLiabilities } from '../features/invest/operator/report-store.ts';
import { CASHIER_QUEUES } from '../features/cashier/operator-queues.ts';
import { cashierOperatorRoutes } from '../features/cashier/operator.routes.ts';
import { recentMoney } from '../features/cashier/recent-money.ts';
import { exportInvitations } from '../features/cashier/rewards/export-invitations.ts';
import { rewardsRoutes } from '../features/cashier/rewards/rewards.routes.ts';
import { practiceCodesRoutes } from '../features/security/operator/practice-codes.routes.ts';
import { REVIEW_QUEUES, reviewRoutes } from '../features/verification/review.routes.ts';
import {
  COMPLAINT_QUEUE,
  complaintOperatorRoutes,
} from '../features/complaints/operator/complaints-operator.routes.ts';
import { SUPPORT_QUEUES, supportOperatorRoutes } from '../features/support/operator/support-operator.routes.ts';
import { connectionBounds, readDescriptorLimit } from '../platform/http/connection-bounds.ts';
import { acceptUploads } from '../platform/http/accept-uploads.ts';
import { guardConnections } from '../platform/http/guard-connections.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import { memoryLimit } from '../platform/http/rate-limit.ts';
import { createBudgets, operatorRoute, publicRoute } from '../platform/http/route-cost.ts';
import type { BudgetDeps } from '../platform/http/route-cost.ts';
import { trustedProxies } from '../platform/http/trusted-proxies.ts';
import { noticesOperatorRoutes } from '../features/notices/operator/notices-operator.routes.ts';
import { ownDataOfMemberRoutes } from '../features/own-data/own-data-of-member.routes.ts';
import { limitsOfMemberRoutes } from '../features/limits/limits-of-member.routes.ts';
import { logoRoutes } from '../features/site/logo.routes.ts';
import { membersRoutes } from '../features/members/members.routes.ts';
import { selectStatement } from '../features/wallet/wallet-store.ts';
import { transferView } from '../features/wallet/wallet-view.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Site } from '../services/site/site.ts';
import { exportDeposits, exportWithdrawals } from '../features/cashier/export-money.ts';
import { consoleRoutes } from '../features/console/console.routes.ts';
import { exportAlarms } from '../features/alarms/export-alarms.ts';
import { exportReports } from '../features/reports/export-reports.ts';
import { reportRoutes } from '../features/reports/reports.routes.ts';
import { exportComplaints } from '../features/complaints/operator/export-complaints.ts';
import { exportEndsOfDay } from '../features/invest/operator/export-ends-of-day.ts';
import { exportHoldings } from '../features/invest/operator/export-holdings.ts';
import { exportBanners } from '../features/notices/operator/export-banners.ts';
import { exportNotices } from '../features/notices/operator/export-notices.ts';
import { exportReviews } from '../features/verification/export-reviews.ts';
import { exportMarks } from '../features/verification/releases/export-marks.ts';
import { exportAudit } from '../features/console/export-audit.ts';
import { exportRoutes } from '../features/console/exports.routes.ts';
import { exportMembers } from '../features/members/export-members.ts';
import { exportOrders } from '../features/orders/export-orders.ts';
import { exportEntries } from '../features/statements/export-entries.ts';
import { ordersRoutes } from '../features/orders/orders.routes.ts';
import { statementsRoutes } from '../features/statements/statements.routes.ts';
import { searchRoutes } from '../features/search/search.routes.ts';
import { operatorIdentityRoutes } from '../features/identity/operators/operators.routes.ts';
import { selectIdentity } from '../services/verification/verification-store.ts';
import { maskedName } from '../services/verification/masks.ts';
import { identityOf, openPayee, readVerification } from '../services/verification/verification-of-member.ts';
import type { QueueCounter } from '../services/operators/queue-counter.ts';
import { createImages } from '../services/files/images.ts';
import { createOperators } from '../services/operators/operators.ts';
import type { Puzzles } from '../features/identity/puzzles.ts';
import { createPuzzles } from '../features/identity/puzzles.ts';
import { guardOperatorRoutes } from '../services/operators/guard-operator-routes.ts';
import { buildHttp, consoleFront } from './build-http.ts';
import type { OnRefused } from './build-http.ts';
import type { Context } from './context.ts';
import { picturesOf } from './keep-pictures.ts';
import { httpFigures } from './http-figures.ts';
import { listenAt } from './listen-at.ts';
import { gauge, healthRoutes } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { readinessOf } from './readiness-of.ts';
import type { Readiness } from '../platform/health/readiness.ts';
import { PROPOSAL_KINDS } from './proposal-kinds.ts';

const PROPOSAL_QUEUES = PROPOSAL_KINDS.map(({ queue }) => queue);

/** The queues of work whose length the console's navigation shows, in the order in which the counters are answered. */
const QUEUES: readonly QueueCounter[] = [
  ...CASHIER_QUEUES,
  ...REVIEW_QUEUES,
  ...PROPOSAL_QUEUES.slice(0, 3),
  ...SUPPORT_QUEUES,
  ...PROPOSAL_QUEUES.slice(3),
  ...ALARM_QUEUES,
  COMPLAINT_QUEUE,
];

const TRANSFERS_SHOWN = 10;

/** What an operator sees of a member beside the member's own row. */
async function knownOf(db: Db, { site, secrets }: Pick<Context, 'site' | 'secrets'>, memberId: bigint) {
  const [transfers, money, memberVerification, identityRow] = await Promise.all([
    recentTransfers(db, site, memberId),
    recentMoney(db, site, memberId),
    readVerification(db, memberId, secrets.seal),
    selectIdentity(db, memberId),
  ]);
  const { payee } = memberVerification;
  const card = payee === undefined ? null : { bank: payee.bank, holder: payee.holder, number: payee.number };
  const { status, name } = identityOf(identityRow, memberId, secrets.seal);
  return {
    transfers,
    ...money,
    verification: status ?? ('none' as const),
    realName: name === null ? null : maskedName(name),
    card,
  };
}

/** The newest lines of a member's statement, as the member sees them. */
async function recentTransfers(db: Db, site: Site, memberId: bigint) {
  const place = { wallet: site.defaultWallet, currency: site.currency.code };
  const rows = await selectStatement(db, { memberId, ...place, limit: TRANSFERS_SHOWN });
  return rows.map((row) => transferView(site, site.defaultWallet, row));
}

export interface ConsoleRole {
  app: HttpApp;
  readiness: Readiness;
  /** Undefined when only the role http can reach it. */
  listen: () => Promise<string | undefined>;
  stop: () => Promise<void>;
}

/** More dates than the overview shows: some may be over and not closed yet. */
const DUE_DATES_MAX = 40;

/** Somebody who types makes a few for each thing that they look up. */
const LOOKUPS = { points: 90, durationSec: 60 };

/**
 * The console role without listening yet: tests inject requests into it. It serves the console's pages and the routes
 * of operators, and nothing that members call. Its process has the only connections that may do what an operator may.
 */
export async function startConsole(
  context: Context,
  metrics: Metrics,
  settings: {
    readonly budgets?: BudgetDeps['budgets'];
    readonly puzzles?: Puzzles;
    readonly onRefused?: OnRefused;
  } = {},
): Promise<ConsoleRole> {
  const { config, log, pool } = context;
  const isLinked = config.consoleLink !== undefined;
  const budgets = createBudgets({
    ...(settings.budgets === undefined ? {} : { budgets: settings.budgets }),
    onShed: (cost, reason) => metrics.requestsShed.inc({ cost, reason }),
  });
  const proxies = trustedProxies(config.trustedProxies);
  // Over the link, the role http is the only client, and it names the real one.
  const trusts = isLinked ? (_address: string, hop: number) => hop === 0 : proxies;
  const app = await buildHttp(config, log, {
    budgets,
    // Its colours are its own, and it asks for its logo by itself.
    front: { ...consoleFront(), look: () => ({ name: context.site.name, logo: '', isOpen: true, colour: undefined }) },
    trusts,
    ...(settings.onRefused === undefined ? {} : { onRefused: settings.onRefused }),
    figures: httpFigures(metrics),
  });
  const bounds = connectionBounds(readDescriptorLimit());
  const connections = guardConnections(app.server, {
    all: bounds.http,
    perAddress: bounds.httpPerAddress,
    isProxy: (address) => isLinked || proxies(address),
  });
  gauge(metrics, 'candor_http_connections', 'Open connections of plain HTTP', connections.size);
  const operators = createOperators(pool);
  guardOperatorRoutes(app, operators, { isLinked });
  acceptUploads(app, (request) => operators.operatorOf(request).operatorId.toString());
  const pictures = picturesOf(context);
  const puzzles = settings.puzzles ?? createPuzzles(context);
  const deps = { ...context, operators, budgets, puzzles, lookups: memoryLimit(LOOKUPS) };
  const readiness = readinessOf(context);
  healthRoutes(app, readiness, metrics);
  operatorIdentityRoutes(app, deps);
  const openingPayee = (sealed: Buffer, memberId: bigint) => openPayee(context.secrets.seal, memberId, sealed);
  cashierOperatorRoutes(app, { ...deps, openPayee: openingPayee });
  reviewRoutes(app, deps);
  membersRoutes(app, {
    ...deps,
    knownOf: async (db, memberId) => await knownOf(db, context, memberId),
  });
  const reads = context.openPool({ max: 2, name: 'candor-books', statementMsMax: BOOKS_MS_MAX });
  ordersRoutes(app, { ...deps, reads });
  searchRoutes(app, deps);
  limitsOfMemberRoutes(app, deps);
  ownDataOfMemberRoutes(app, deps);
  booksRoutes(app, { ...deps, reads });
  daysRoutes(app, { ...deps, reads });
  alarmsRoutes(app, deps);
  statementsRoutes(app, { ...deps, reads, openPayee: openingPayee });
  overviewRoutes(app, {
    ...deps,
    pool: reads,
    lateSince: selectLateSince,
    due: async (db) => await selectLiabilities(db, context.site.defaultWallet, DUE_DATES_MAX),
  });
  for (const { routes } of PROPOSAL_KINDS) routes(app, deps);
  logoRoutes(app, { ...deps, images: createImages(pictures.path) });
  rewardsRoutes(app, deps);
  supportOperatorRoutes(app, deps);
  complaintOperatorRoutes(app, deps);
  reportRoutes(app, { ...deps, reads });
  noticesOperatorRoutes(app, deps);
  practiceCodesRoutes(app, deps);
  consoleRoutes(app, { ...deps, counters: QUEUES });
  const { site } = context;
  exportRoutes(app, {
    ...deps,
    exports: [
      exportDeposits(site),
      exportWithdrawals(site),
      exportMembers(site),
      exportOrders(site, context),
      exportEntries(),
      exportAudit(site),
      exportReviews(),
      exportNotices(),
      exportHoldings(site, context.clock),
      exportInvitations(),
      exportMarks(),
      exportBanners(),
      exportEndsOfDay(),
      exportComplaints(site, context.clock),
      exportAlarms(site),
      ...exportReports({ ...deps, reads }),
      ...PROPOSAL_QUEUES.map(({ file }) => file),
    ],
  });
  // For operators alone: the member site passes it on, and a stranger need not know what the console can do.
  app.get(
    '/api/console/openapi.json',
    { schema: { hide: true }, config: operatorRoute('memory') },
    async (_, reply) => await reply.type('application/json; charset=utf-8').send(await app.openApi()),
  );
  app.get('/console', { schema: { hide: true }, config: publicRoute('memory') }, async (_, reply) =>
    reply.redirect('/console/'),
  );
  await app.ready();
  return {
    app,
    readiness,
    listen: async () => await listen(app, config),
    stop: async () => {
      await app.close();
      await pictures.stop();
    },
  };
}

async function listen(app: HttpApp, { consoleAddress, consoleLink }: Context['config']): Promise<string | undefined> {
  if (consoleLink !== undefined) {
    // A process that was killed leaves its socket behind, and nobody can listen there again.
    await rm(consoleLink, { force: true });
    await app.listen({ path: consoleLink });
    return undefined;
  }
  if (consoleAddress === undefined)
    throw new Error('Settings are wrong:\n  CONSOLE_PORT: set it, because the role console runs here without http');
  return await listenAt(app, consoleAddress, 'CONSOLE_PORT');
}
