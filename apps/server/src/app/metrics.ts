import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { HttpApp } from '../platform/http/http-app.ts';
import { publicRoute } from '../platform/http/route-cost.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Readiness } from '../platform/health/readiness.ts';

/** Metrics for the operator's monitoring. They contain no data of members. */
export interface Metrics {
  registry: Registry;
  ordersPlaced: Counter;
  ordersSettled: Counter;
  settlementsLate: Histogram;
  settlementsStuck: Gauge;
  resultsImprobable: Gauge;
  checksFailing: Gauge;
  checksUnanswered: Gauge;
  moneyHalted: Gauge;
  tickDaysAhead: Gauge;
  orderMonthsAhead: Gauge;
  calendarsEnding: Gauge;
  checkpointsRefused: Counter;
  orderLogLate: Counter;
  ordersOverLimit: Counter<'product'>;
  disputesConfirmed: Counter;
  witnessRefuses: Gauge<'witness'>;
  witnessFailures: Counter<'witness'>;
  witnessCosignedAt: Gauge<'witness'>;
  timeStampFailures: Counter;
  requestsShed: Counter<'cost' | 'reason'>;
  limitsAlone: Counter;
  ticksLate: Histogram;
  secondsLost: Counter;
  busGaps: Counter;
  busMessagesLost: Counter;
  newsLost: Counter<'place'>;
  readAgain: Counter<'why'>;
}

/** @param role what this process does; a label of every metric. */
export function createMetrics(role: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  // A figure that only one role sets is served by that role alone: elsewhere it would be 0 for ever, and an alarm of it would mean nothing.
  const of = (...roles: readonly Role[]): Registry[] => (roles.some((one) => one === role) ? [registry] : []);
  const ordersSettled = new Counter({
    name: 'candor_orders_settled_total',
    help: 'Orders settled by this process',
    registers: of('worker'),
  });
  const ordersPlaced = new Counter({
    name: 'candor_orders_placed_total',
    help: 'Orders that this process accepted',
    registers: of('http'),
  });
  const settlementsLate = new Histogram({
    name: 'candor_settlement_late_seconds',
    help: 'Delay between the end of an order and the commit of its settlement',
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60],
    registers: of('worker'),
  });
  const settlementsStuck = new Gauge({
    name: 'candor_settlements_stuck',
    help: 'Orders that could not be settled and wait for another try; alarm when above zero',
    registers: of('worker'),
  });
  const resultsImprobable = new Gauge({
    name: 'candor_results_improbable',
    help: 'Products and durations of which chance does not explain the results of today (6 sigma); alarm when above zero',
    registers: of('worker'),
  });
  const checksFailing = new Gauge({
    name: 'candor_checks_failing',
    help: 'Checks of the books that find something; alarm when above zero',
    registers: of('worker'),
  });
  const checksUnanswered = new Gauge({
    name: 'candor_checks_unanswered',
    help: 'Checks of the books without an answer of their minute or day; alarm when above zero for long',
    registers: of('worker'),
  });
  const moneyHalted = new Gauge({
    name: 'candor_money_halted',
    help: 'Whether no money leaves because a check of the books finds something, 1 or 0',
    registers: of('worker'),
  });
  const tickDaysAhead = new Gauge({
    name: 'candor_tick_days_ahead',
    help: 'Days after today that have a partition for their ticks; alarm when below two',
    registers: of('worker'),
  });
  const orderMonthsAhead = new Gauge({
    name: 'candor_order_months_ahead',
    help: 'Whole months after this one that have a place for their orders; alarm when below two',
    registers: of('worker'),
  });
  const calendarsEnding = new Gauge({
    name: 'candor_calendars_ending',
    help: 'Products whose holidays are known for less than a year; alarm when above zero',
    registers: of('worker'),
  });
  const checkpointsRefused = new Counter({
    name: 'candor_checkpoints_refused_total',
    help: 'Checkpoints the database refused; alarm when above zero, because a chain then contradicts what was signed',
    registers: of('feed'),
  });
  const ordersOverLimit = new Counter({
    name: 'candor_orders_over_limit_total',
    help: 'Orders that were refused because of what the house can lose; a limit that is often reached is too narrow, or a crowd is on one side',
    labelNames: ['product'],
    registers: of('http'),
  });
  const orderLogLate = new Counter({
    name: 'candor_order_log_late_total',
    help: 'Seconds whose ticks may not commit to every order that was placed; these orders are void',
    registers: of('feed'),
  });
  const disputesConfirmed = new Counter({
    name: 'candor_doubts_confirmed_total',
    help: 'Doubts whose check found an invalid receipt; alarm when above zero',
    registers: of('worker'),
  });
  const witnessRefuses = new Gauge({
    name: 'candor_witness_refuses',
    help: 'Whether a witness refuses to cosign the order log, 1 or 0; alarm when above zero, because it may have seen another log',
    labelNames: ['witness'] as const,
    registers: of('worker'),
  });
  const witnessFailures = new Counter({
    name: 'candor_witness_failures_total',
    help: 'Times that a witness gave no answer that can be used',
    labelNames: ['witness'] as const,
    registers: of('worker'),
  });
  const witnessCosignedAt = new Gauge({
    name: 'candor_witness_cosigned_at_seconds',
    help: 'When a witness cosigned last, in seconds since 1970; alarm when it is an hour ago',
    labelNames: ['witness'] as const,
    registers: of('worker'),
  });
  const timeStampFailures = new Counter({
    name: 'candor_time_stamp_failures_total',
    help: 'Times that the time stamping authority gave no answer that can be used',
    registers: of('worker'),
  });
  const limitsAlone = new Counter({
    name: 'candor_limits_alone_total',
    help: 'Times the database did not share the limits of all nodes (LIMITS=shared); this one then had its own',
    registers: [registry],
  });
  const requestsShed = new Counter({
    name: 'candor_requests_shed_total',
    help: 'Requests answered with 429 because their address, all addresses together or the database had no budget left',
    labelNames: ['cost', 'reason'] as const,
    registers: of('http', 'console'),
  });
  const ticksLate = new Histogram({
    name: 'candor_tick_late_seconds',
    help: 'Delay between a second and the moment its ticks are stored and published',
    buckets: [0.1, 0.2, 0.5, 1, 2],
    registers: of('feed'),
  });
  const secondsLost = new Counter({
    name: 'candor_seconds_without_tick_total',
    help: 'Seconds for which this process led and published no tick',
    registers: of('feed'),
  });
  const busGaps = new Counter({
    name: 'candor_bus_gaps_total',
    help: 'Times that this process heard nothing of the bus for a while; alarm when it grows. Every socket then reads again',
    registers: [registry],
  });
  const busMessagesLost = new Counter({
    name: 'candor_bus_messages_lost_total',
    help: 'Messages that this process could not send on the bus, or not understand',
    registers: [registry],
  });
  const newsLost = new Counter({
    name: 'candor_news_lost_total',
    help: 'News that did not reach a socket, by where it was lost: relay, read, or socket (a reader that was too slow)',
    labelNames: ['place'] as const,
    registers: of('http', 'worker'),
  });
  const readAgain = new Counter({
    name: 'candor_read_again_total',
    help: 'Times that sockets were told to read again: all of them, or those of one member',
    labelNames: ['why'] as const,
    registers: of('http'),
  });
  return {
    registry,
    ordersPlaced,
    ordersSettled,
    settlementsLate,
    settlementsStuck,
    resultsImprobable,
    checksFailing,
    checksUnanswered,
    moneyHalted,
    tickDaysAhead,
    orderMonthsAhead,
    calendarsEnding,
    checkpointsRefused,
    orderLogLate,
    ordersOverLimit,
    disputesConfirmed,
    witnessRefuses,
    witnessFailures,
    witnessCosignedAt,
    timeStampFailures,
    requestsShed,
    limitsAlone,
    ticksLate,
    secondsLost,
    busGaps,
    busMessagesLost,
    newsLost,
    readAgain,
  };
}

/** Counts what the bus of this process loses. */
export function countBusTroubles(bus: Pick<Bus, 'watch'>, metrics: Metrics): void {
  bus.watch((trouble) => (trouble === 'gap' ? metrics.busGaps : metrics.busMessagesLost).inc());
}

/** A metric that is read on each request. */
export function gauge(metrics: Metrics, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [metrics.registry],
    async collect() {
      this.set(await read());
    },
  });
}

/** Liveness says that the process turns; readiness that it can do its work, and what is wrong if not. */
export function healthRoutes(app: HttpApp, readiness: Readiness, metrics: Metrics): void {
  const hidden = { schema: { hide: true }, config: publicRoute('health') };
  app.get('/health/live', hidden, () => ({ status: 'ok' }));
  app.get('/health/ready', hidden, async (_request, reply) => {
    const { isReady, checks } = await readiness.look();
    return await reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'not ready', checks });
  });
  app.get('/metrics', hidden, async (request, reply) => {
    // Process metrics are for the operator: only this machine may read them. A proxy on it may not know whose call it passes on.
    if (!isLoopback(request.ip) || request.headers['x-forwarded-for'] !== undefined)
      return await reply.status(403).type('text/plain').send('metrics are served to this machine only\n');
    return await reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
