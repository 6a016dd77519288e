import { hash } from 'node:crypto';
import {
  approveDeposit,
  approveWithdrawal,
  readOperatorDeposit,
  readOperatorWithdrawal,
  rejectDeposit,
  rejectWithdrawal,
  takeDeposit,
  takeWithdrawal,
} from '@candor/contract/calls/console/cashier';
import { makeDeposit, makeWithdrawal } from '@candor/contract/calls/cashier';
import { buyHolding, moveSavings } from '@candor/contract/calls/invest';
import { readOrder } from '@candor/contract/calls/trading';
import { listCandles, listProducts } from '@candor/contract/calls/market';
import { sendMessage } from '@candor/contract/calls/support';
import { depositView, withdrawalView } from '@candor/contract/cashier';
import { holdingView } from '@candor/contract/invest';
import { fillPath, pathOf } from '@candor/contract/operation';
import type { OrderView } from '@candor/contract/trading';
import { SEED_PASSWORD } from '../support/server.ts';
import { askWithdrawal, logInToConsole, payDeposit, send } from '../support/console.ts';
import { newAccount, registerMember } from '../support/member-api.ts';
import type { MemberApi } from '../support/member-api.ts';
import { SEEDED_PROJECT } from '../support/screens.ts';
import { settled } from '../support/trade.ts';
import { TAKER } from './moments.ts';
import type { RecordingName } from './recording.ts';

/* The people of the recordings, and what each of them does before it is recorded. */

export interface Life {
  username: string;
  token?: string;
  device?: MemberApi['device'];
  ids: Record<string, string>;
  /** What must not be in a recording. */
  secrets: readonly string[];
  /** What a page asks for too where it is slow, or its socket is. */
  reads?: readonly string[];
  /** Waits for what begins a later phase. */
  until?: (phase: string) => Promise<void>;
}

export const LIVES: Readonly<Record<RecordingName, (origin: string) => Promise<Life>>> = {
  stranger: async () => ({ username: '', ids: {}, secrets: [] }),
  newcomer: async (origin) => lifeOf(await register(origin, 'wang_fang'), {}),
  resting: rest,
  won: (origin) => run(origin, 'won'),
  lost: (origin) => run(origin, 'lost'),
  tied: tie,
  operator: operate,
};

/** Long enough to visit what is to be seen while it runs. */
const RUN_SEC = 60;
const SETTLE_MS = 20_000;

async function register(origin: string, username: string): Promise<MemberApi> {
  return await registerMember(origin, { ...newAccount(), username });
}

function lifeOf(member: MemberApi, ids: Record<string, string>): Life {
  const { account, token, device } = member;
  const secrets = [account.password, token, ...(device.jwk.d === undefined ? [] : [device.jwk.d])];
  return { username: account.username, token, device, ids, secrets };
}

/** Somebody who has done a little of everything, and of whom nothing runs. */
async function rest(origin: string): Promise<Life> {
  const member = await register(origin, 'lin_yue');
  const ids = await lived(origin, member);
  const orders: OrderView[] = [];
  for (const round of [0, 1, 2]) orders.push(...(await tradeOnce(member, round)));
  const won = orders.find(({ status }) => status === 'won') ?? orders[0];
  const lost = orders.find(({ status }) => status === 'lost') ?? orders[0];
  await member.post(sendMessage.path, { text: '你好，这笔订单的结果是怎么算出来的？', orderId: lost?.id ?? '' });
  const life = lifeOf(member, { ...ids, order: won?.id ?? '', check: won === undefined ? '' : placeOf(won) });
  return { ...life, reads: PRICES };
}

async function lived(origin: string, member: MemberApi): Promise<Record<string, string>> {
  const credited = await payDeposit(member, '20000');
  await decide(origin, desk(credited, DEPOSITS, approveDeposit), { credited: '20000' });
  const refused = await payDeposit(member, '300');
  await decide(origin, desk(refused, DEPOSITS, rejectDeposit), { reason: 'PAYMENT_NOT_FOUND' });
  const paid = await payDeposit(member, '1500');
  const open = depositView.parse(
    await member.post(makeDeposit.path, { channel: 'usdt-trc20', amount: '500', currency: 'USDT' }),
  );
  const sentBack = await askWithdrawal(member, '600');
  await decide(origin, desk(sentBack, WITHDRAWALS, rejectWithdrawal), { reason: 'NAME_DIFFERS' });
  const { withdrawPassword } = member.account;
  const withdrawal = withdrawalView.parse(
    await member.post(makeWithdrawal.path, { amount: '1200', withdrawPwd: withdrawPassword }),
  );
  await member.post(moveSavings.path, { direction: 'in', amount: '8000' });
  const holding = holdingView.parse(await member.post(buyHolding.path, { projectId: SEEDED_PROJECT, amount: '6000' }));
  return { paidDeposit: paid.id, openDeposit: open.id, withdrawal: withdrawal.id, holding: holding.id };
}

/** As an address of the public check names an order. */
function placeOf({ id, closesAt }: OrderView): string {
  return `practice-${Date.parse(closesAt)}-${hash('sha256', id)}`;
}

/** What the pages of prices show is of one moment, whichever is visited first. */
const PRICES = [
  listProducts.path,
  ...['BTCUSDT', 'ETHUSDT'].map((code) => `${pathOf(listCandles, { code })}?interval=1m&limit=300`),
  ...['BTCUSDT', 'ETHUSDT'].map((code) => `${pathOf(listCandles, { code })}?interval=30m&limit=48`),
];

const PRODUCTS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT'] as const;
const STAKES = ['500.00', '1000.00', '200.00'] as const;

/** An order of five seconds on each of some products. */
async function tradeOnce(member: MemberApi, round: number): Promise<OrderView[]> {
  const placed = [];
  for (const [index, product] of PRODUCTS.entries())
    placed.push(
      await member.place({
        product,
        direction: (round + index) % 2 === 0 ? 'up' : 'down',
        stake: STAKES[(round + index) % STAKES.length] ?? STAKES[0],
        durationSec: 5,
      }),
    );
  return await Promise.all(placed.map(async ({ id }) => await settled(member, id)));
}

/** An order that runs. Nothing tells how it will end: if it ends otherwise, somebody else tries. */
async function run(origin: string, outcome: 'won' | 'lost'): Promise<Life> {
  const member = await register(origin, `chen_${outcome}_${(runners += 1)}`);
  const order = await member.place({ product: 'BTCUSDT', direction: 'up', stake: '1000.00', durationSec: RUN_SEC });
  await entered(member, order.id);
  return {
    ...lifeOf(member, { order: order.id }),
    reads: [...PRICES, pathOf(readOrder, { id: order.id })],
    until: async () => {
      const { status } = await settled(member, order.id, RUN_SEC * 1_000 + SETTLE_MS);
      if (status !== outcome) throw new OtherOutcome(status);
    },
  };
}

let runners = 0;

const TRIES_MAX = 8;
const TOGETHER = 12;
const EVERY_MS = 1_100;

/** Of many short orders on the product with the coarsest steps one ends where it began. */
async function tie(origin: string): Promise<Life> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const all = await Promise.all(
      Array.from({ length: TOGETHER }, async (_, index) => {
        const member = await register(origin, `he_${tries}_${index}`);
        await sleep(index * EVERY_MS);
        const { id } = await member.place({ product: 'SOLUSDT', direction: 'up', stake: '800.00', durationSec: 5 });
        return { member, order: await settled(member, id) };
      }),
    );
    const tied = all.find(({ order }) => order.status === 'tied');
    if (tied !== undefined) return lifeOf(tied.member, { order: tied.order.id });
  }
  throw new Error('no order was tied');
}

async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

export class OtherOutcome extends Error {}

/** Its entry price is known. */
async function entered(member: MemberApi, id: string): Promise<void> {
  while ((await member.order(id)).entryPrice === null) await sleep(200);
}

/** Who has something to decide. */
async function operate(origin: string): Promise<Life> {
  const names = ['zhao_lei', 'sun_mei', 'zhou_kai', 'wu_ting', 'xu_ran'];
  const sums: readonly (readonly [string, string])[] = [
    ['8000', '1200'],
    ['52000', '6500'],
    ['2500', '300'],
    ['19000', '4800'],
    ['700', '100'],
  ];
  const ids: Record<string, string> = {};
  for (const [index, [deposit, withdrawal]] of sums.entries()) {
    const member = await register(origin, names[index] ?? '');
    const paid = await payDeposit(member, deposit);
    const asked = await askWithdrawal(member, withdrawal);
    ids['deposit'] ??= paid.id;
    ids['withdrawal'] ??= asked.id;
    const at = desk(asked, WITHDRAWALS, approveWithdrawal);
    if (names[index] === TAKER) await take(origin, at, 'admin');
    else if (index === 2) await take(origin, at);
  }
  const { token } = await logInToConsole(origin, 'admin');
  return { username: 'admin', token, ids, secrets: [token, SEED_PASSWORD] };
}

type Desk = { read: string; take: string };
type CallOfOne = { readonly path: string };

const DEPOSITS = { read: readOperatorDeposit, take: takeDeposit };
const WITHDRAWALS = { read: readOperatorWithdrawal, take: takeWithdrawal };

function desk(
  { id }: { id: string },
  { read, take: taking }: typeof DEPOSITS | typeof WITHDRAWALS,
  deciding: CallOfOne,
) {
  const at = ({ path }: CallOfOne) => fillPath(path, { id });
  return { read: at(read), take: at(taking), decide: at(deciding) };
}

async function take(origin: string, desk: Desk, operator = 'cashier1'): Promise<number> {
  const { token } = await logInToConsole(origin, operator);
  const body = { version: versionOf(await send(origin, desk.read, { token })) };
  return versionOf(await send(origin, desk.take, { token, body }));
}

async function decide(origin: string, desk: Desk & { decide: string }, body: object): Promise<void> {
  const version = await take(origin, desk);
  const { token } = await logInToConsole(origin, 'cashier1');
  await send(origin, desk.decide, { token, body: { version, ...body } });
}

function versionOf(answer: unknown): number {
  if (typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'number')
    return answer.version;
  throw new Error('an answer without a version');
}
