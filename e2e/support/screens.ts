import { hash } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { holdingView } from '@candor/contract/invest';
import type { OrderView } from '@candor/contract/trading';
import { makeDeposit } from '@candor/contract/calls/cashier';
import { buyHolding } from '@candor/contract/calls/invest';
import { sendMessage } from '@candor/contract/calls/support';
import { amount } from '@candor/domain/testing/test-currency';
import { keysOf } from '@candor/ui/keys-of';
import { ROUTES } from '../../apps/client/src/lib/paths.ts';
import type { RouteName } from '../../apps/client/src/lib/paths.ts';
import { askWithdrawal, payDeposit } from './console.ts';
import type { MemberApi } from './member-api.ts';
import { SETTLE_MS, settled } from './trade.ts';

/*
 * Every screen of the client: a route is visited at its address, or in each state that is named here. So a new screen
 * cannot be forgotten.
 */

/** Seven days, on every site from its start on. */
export const SEEDED_PROJECT = '00000000-0000-4000-8000-000000000007';

/** What a member has done, so that no screen is empty. */
export interface Lived {
  runningOrder: string;
  settledOrder: string;
  paidDeposit: string;
  openDeposit: string;
  withdrawal: string;
  holding: string;
}

/** Screens before the login come first. */
const ENTRY_SCREENS: readonly RouteName[] = ['root', 'login', 'register', 'forgot'];

/** The queries of each state that is worth a visit, of screens that have more than one or need one. */
const STATES: Partial<Readonly<Record<RouteName, (lived: Lived) => readonly string[]>>> = {
  market: () => ['code=BTCUSDT', 'code=BTCUSDT&tab=facts', 'code=BTCUSDT&tab=rules'],
  productHistory: () => ['', 'code=EURUSD', 'code=BTCUSDT'],
  trade: () => ['code=ETHUSDT', 'code=BTCUSDT&direction=down'],
  recharge: ({ paidDeposit, openDeposit }) => ['', `deposit=${paidDeposit}`, `deposit=${openDeposit}`],
  service: ({ settledOrder }) => ['', `about=${settledOrder}`],
  order: ({ runningOrder, settledOrder }) => [`id=${settledOrder}`, `id=${runningOrder}`],
  account: () => ['', 'view=devices', 'view=statement', 'view=earnings'],
  withdraw: ({ withdrawal }) => ['', `withdrawal=${withdrawal}`],
  ebao: () => ['', 'tab=mine', 'view=savings'],
  ebaoSubmit: () => [`id=${SEEDED_PROJECT}&amount=1000`],
  ebaoRecords: ({ holding }) => ['', `id=${holding}`, `id=${holding}&view=certificate`],
  webview: () => ['', 'url=https%3A%2F%2Fexample.org%2F', 'check=unknown'],
  textview: () => ['slug=agreement', 'slug=risk', 'slug=no-such-text'],
  openLocation: () => ['latitude=31.23&longitude=121.47&name=Shanghai'],
};

/** The addresses of all screens before the login. */
export function entryScreens(): string[] {
  return ENTRY_SCREENS.map((name) => ROUTES[name]);
}

/** What is open to a visitor without a session: the chat, a page of others, and the check of a shared result. */
export function visitorScreens({ id, closesAt }: Pick<OrderView, 'id' | 'closesAt'>): string[] {
  const check = `practice-${Date.parse(closesAt)}-${hash('sha256', id)}`;
  return ['', 'url=https%3A%2F%2Fexample.org%2F', `check=${check}`].map((query) => `${ROUTES.webview}?${query}`);
}

/** Screens that look different for a member who has done nothing yet. */
export function newcomerScreens(): string[] {
  const names = ['home', 'history', 'positions', 'withdraw', 'addBank', 'depositRecords', 'ebaoRecords'] as const;
  return names.map((name) => ROUTES[name]);
}

/** The addresses of all screens after the login, for a member who lived. */
export function memberScreens(lived: Lived): string[] {
  return keysOf(ROUTES)
    .filter((name) => !ENTRY_SCREENS.includes(name))
    .flatMap((name) =>
      (STATES[name]?.(lived) ?? ['']).map((query) => (query === '' ? ROUTES[name] : `${ROUTES[name]}?${query}`)),
    );
}

const ORDER = { product: 'BTCUSDT', direction: 'up', durationSec: 5, stake: amount('1235') } as const;

/** An order that runs while the screens are visited. */
async function placeLong(member: MemberApi): Promise<OrderView> {
  return await member.place({ ...ORDER, product: 'ETHUSDT', durationSec: 300 });
}

/** The same, with an order that runs for at least this long. The one before is over then: its result is no news later. */
export async function liveOn(member: MemberApi, lived: Lived, forMs: number): Promise<Lived> {
  const { closesAt } = await member.order(lived.runningOrder);
  const leftMs = Date.parse(closesAt) - Date.now();
  if (leftMs > forMs) return lived;
  await settled(member, lived.runningOrder, Math.max(0, leftMs) + SETTLE_MS);
  return { ...lived, runningOrder: (await placeLong(member)).id };
}

/** Does a little of everything: two orders, two deposits, a withdrawal, an investment, a question about an order. */
export async function live(member: MemberApi): Promise<Lived> {
  const first = await member.place(ORDER);
  const running = await placeLong(member);
  const paid = await payDeposit(member, amount('1000'));
  const open = depositView.parse(
    await member.post(makeDeposit.path, { channel: 'usdt-trc20', amount: '500', currency: 'USDT' }),
  );
  const withdrawal = await askWithdrawal(member, amount('1000'));
  const holding = holdingView.parse(
    await member.post(buyHolding.path, { projectId: SEEDED_PROJECT, amount: amount('1000') }),
  );
  await settled(member, first.id);
  // The check of its receipt answers at once.
  await member.post(sendMessage.path, { text: '?', orderId: first.id });
  return {
    runningOrder: running.id,
    settledOrder: first.id,
    paidDeposit: paid.id,
    openDeposit: open.id,
    withdrawal: withdrawal.id,
    holding: holding.id,
  };
}
