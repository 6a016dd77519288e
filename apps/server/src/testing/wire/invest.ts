import { projectsView } from '@candor/contract/invest';
import { amount } from '@candor/domain/testing/test-currency';
import { runEndOfDay } from '../../features/invest/run-end-of-day.ts';
import { idOf, textAt } from './wire-site.ts';
import type { WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const DAY_MS = 86_400_000;

/** Projects, holdings and savings of a member over some days, and how an operator sees and changes them. */
export async function recordInvest(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  await close(wire, 0);
  const member = await wire.member('wire_saver');
  const projects = await call(member, 'GET /api/invest/projects');
  const project = textAt(projects, 'items', 0, 'id');
  const leavable = projectsView.parse(projects.body.data).items.find(({ early }) => early !== null);
  await call(member, `GET /api/invest/projects/${project}`);
  await refused(member, `GET /api/invest/projects/${ABSENT}`, 'PROJECT_NOT_FOUND');
  await call(member, `GET /api/invest/projects/${project}/quote?amount=${amount('1000')}`);
  await call(member, `GET /api/invest/projects/${project}/quote?amount=${amount('900000')}`, { note: 'too much' });
  await refused(member, `GET /api/invest/projects/${project}/quote`, 'AMOUNT_REQUIRED');
  await refused(member, `GET /api/invest/projects/${ABSENT}/quote?amount=1`, 'PROJECT_NOT_FOUND');
  for (const code of ['project', 'savings']) await call(member, `GET /api/invest/agreements/${code}/1`);
  await refused(member, 'GET /api/invest/agreements/project/99', 'NOT_FOUND');
  await refused(member, 'GET /api/invest/agreements/none/1', 'NOT_FOUND');

  const buy = 'POST /api/invest/holdings';
  const body = { projectId: project, amount: amount('1000'), termsVersion: 1 };
  const key = '0190a5c0-0000-7000-8000-000000000009';
  const holding = idOf(await call(member, buy, { body, key }));
  await call(member, buy, { body, key, note: 'again' });
  await refused(member, buy, 'IDEMPOTENCY_KEY_REQUIRED', { body, key: null });
  await refused(member, buy, 'INVEST_TERMS_CHANGED', { body: { ...body, termsVersion: 7 } });
  await refused(member, buy, 'PROJECT_NOT_FOUND', { body: { ...body, projectId: ABSENT } });
  await refused(member, buy, 'INVEST_AMOUNT_BELOW_MINIMUM', { body: { ...body, amount: amount('1') } });
  await call(member, `POST /api/invest/holdings/${holding}/rollover`, { body: { on: true } });
  await refused(member, `POST /api/invest/holdings/${ABSENT}/rollover`, 'HOLDING_NOT_FOUND', { body: { on: true } });
  await call(member, `GET /api/invest/holdings?key=${key}`);

  const move = 'POST /api/invest/savings/transfers';
  await call(member, 'GET /api/invest/savings');
  await call(member, move, { body: { direction: 'in', amount: amount('500') } });
  await call(member, move, { body: { direction: 'out', amount: amount('100') } });
  await refused(member, move, 'SAVINGS_INSUFFICIENT', { body: { direction: 'out', amount: amount('9000') } });
  await refused(member, move, 'FIELD_INVALID', { body: { direction: 'up', amount: amount('1') } });
  await refused(member, move, 'IDEMPOTENCY_KEY_REQUIRED', {
    body: { direction: 'in', amount: amount('1') },
    key: null,
  });
  await call(member, 'PUT /api/invest/savings/auto', { body: { on: true, keep: amount('90000') } });
  await refused(member, 'PUT /api/invest/savings/auto', 'FIELD_REQUIRED', { body: {} });

  await close(wire, 3);
  await wire.renew(member);
  await call(member, 'GET /api/invest/savings');
  await call(member, 'GET /api/invest/savings/transfers');
  const moved = await call(member, 'GET /api/invest/savings/transfers?limit=1');
  await call(member, `GET /api/invest/savings/transfers?limit=1&cursor=${textAt(moved, 'nextCursor')}`);
  await call(member, 'GET /api/invest/savings/transfers?direction=out&origin=member');
  await refused(member, 'GET /api/invest/savings/transfers?cursor=x', 'FIELD_INVALID');
  await call(member, 'GET /api/invest/summary');
  await call(member, `GET /api/invest/holdings/${holding}`);
  await refused(member, `GET /api/invest/holdings/${ABSENT}`, 'HOLDING_NOT_FOUND');
  await call(member, `GET /api/invest/holdings/${holding}/redemption`);
  await refused(member, `GET /api/invest/holdings/${ABSENT}/redemption`, 'HOLDING_NOT_FOUND');
  const early = textAt(await call(member, buy, { body: { projectId: leavable?.id, amount: amount('1000') } }), 'id');
  await refused(member, `POST /api/invest/holdings/${early}/redemption`, 'REDEMPTION_LOCKED', { body: {} });
  await close(wire, 8);
  await wire.renew(member);
  await refused(member, `POST /api/invest/holdings/${early}/redemption`, 'REDEMPTION_CHANGED', {
    body: { credited: amount('1') },
  });
  await call(member, `POST /api/invest/holdings/${early}/redemption`, { body: {} });
  await call(member, 'GET /api/invest/holdings');
  const page = await call(member, 'GET /api/invest/holdings?limit=1');
  await call(member, `GET /api/invest/holdings?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(member, `GET /api/invest/holdings?status=repaid&projectId=${project}`);
  await refused(member, 'GET /api/invest/holdings?status=running', 'FIELD_INVALID');
  await refused(member, 'GET /api/invest/holdings?cursor=x', 'FIELD_INVALID');
  await recordInvestOperator(wire);
}

async function close({ clock, server, consoleSite }: WireSite, days: number): Promise<void> {
  if (days > 0) await clock.moveBy(days * DAY_MS);
  for (const { context } of [server, consoleSite]) await context.clock.measure();
  await runEndOfDay(server.worker.pool);
}

async function recordInvestOperator(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const [admin, cashier] = [
    await wire.operator('wire_offerer', 'owner'),
    await wire.operator('wire_approver', 'cashier'),
  ];
  const at = '/api/console/invest';
  const shown = await call(admin, `GET ${at}/projects`);
  const terms = {
    names: { 'zh-Hans': '六十天', 'zh-Hant': '六十天', en: 'Sixty days' },
    risk: 'low',
    termDays: 60,
    annualRate: '0.0200',
    min: amount('100'),
    max: amount('1000'),
    size: amount('5000'),
    interest: 'daily',
    early: { lockDays: 7, annualRate: '0.0100' },
    active: true,
  };
  const offer = { base: 0, terms, reason: 'members asked' };
  const propose = `POST ${at}/project-changes`;
  await refused(admin, propose, 'REASON_REQUIRED', { body: { ...offer, reason: '' } });
  await refused(admin, propose, 'FIELD_INVALID', { body: { ...offer, terms: { ...terms, max: amount('1') } } });
  const one = idOf(await call(admin, propose, { body: offer }));
  const change = (id: string, act: string) => `POST ${at}/changes/${id}/${act}`;
  await refused(admin, change(one, 'decision'), 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await refused(cashier, change(one, 'decision'), 'REASON_REQUIRED', { body: { approve: false } });
  await call(cashier, change(one, 'decision'), { body: { approve: true } });
  await refused(cashier, change(one, 'decision'), 'TERMS_CHANGE_DECIDED', { body: { approve: true } });
  const tomorrow = new Date(wire.server.context.clock.now() + 2 * DAY_MS).toISOString().slice(0, 10);
  const raise = { annualRate: '0.0300', from: tomorrow, reason: 'the market rose' };
  await refused(admin, `POST ${at}/rate-changes`, 'FIELD_INVALID', { body: { ...raise, from: 'tomorrow' } });
  const two = idOf(await call(admin, `POST ${at}/rate-changes`, { body: raise }));
  await refused(cashier, change(two, 'withdraw'), 'FORBIDDEN', { body: {} });
  await call(admin, change(two, 'withdraw'), { body: {} });
  const three = idOf(await call(admin, `POST ${at}/rate-changes`, { body: raise }));
  await call(cashier, change(three, 'decision'), { body: { approve: false, reason: 'too early' } });
  const again = textAt(shown, 'projects', 0, 'id');
  await refused(admin, propose, 'TERMS_CHANGE_OLD', { body: { ...offer, projectId: again, base: 9 } });
  await call(cashier, `GET ${at}/changes`);
  const page = await call(cashier, `GET ${at}/changes?limit=1`);
  await call(cashier, `GET ${at}/changes?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(cashier, `GET ${at}/changes?status=withdrawn&kind=savingsRate`);
  await refused(cashier, `GET ${at}/changes?cursor=x`, 'FIELD_INVALID');
  await call(cashier, `GET ${at}/changes/${one}`);
  await refused(cashier, `GET ${at}/changes/${ABSENT}`, 'TERMS_CHANGE_NOT_FOUND');
  await call(cashier, `GET ${at}/holdings`);
  const held = await call(cashier, `GET ${at}/holdings?limit=1`);
  await call(cashier, `GET ${at}/holdings?limit=1&cursor=${textAt(held, 'nextCursor')}`);
  await call(cashier, `GET ${at}/holdings?status=running&member=wire_saver`);
  await refused(cashier, `GET ${at}/holdings?status=lost`, 'FIELD_INVALID');
  await call(cashier, `GET ${at}/days?limit=2`);
  const days = await call(cashier, `GET ${at}/days?limit=1`);
  await call(cashier, `GET ${at}/days?limit=1&cursor=${textAt(days, 'nextCursor')}`);
  await refused(cashier, `GET ${at}/days?cursor=2026-02-31`, 'FIELD_INVALID');
  await call(cashier, `GET ${at}/liabilities`);
  await call(admin, `GET ${at}/projects`);
}
