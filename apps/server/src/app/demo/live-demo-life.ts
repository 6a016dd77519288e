/**
 * What the demo account does in its first two minutes, so that a first look shows a product and no emptiness: it pays in, saves,
 * invests, trades, asks for a withdrawal, doubts a result, reads the news. Every step is a call that any member can make, at its
 * own time: no row is written past the rules, nothing is dated back, no outcome is chosen. So a past of days does not
 * exist, and a tie only if the market makes one. A step that the site refuses is left out.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDeposits, makeDeposit, makeWithdrawal } from '@candor/contract/calls/cashier';
import { buyHolding, listProjects, moveSavings } from '@candor/contract/calls/invest';
import { listProducts } from '@candor/contract/calls/market';
import { listNotices, markNoticeRead } from '@candor/contract/calls/notices';
import { payPractice } from '@candor/contract/calls/payment-notices';
import { listMessages, markMessagesRead, sendMessage } from '@candor/contract/calls/support';
import { listOrders, readOrder } from '@candor/contract/calls/trading';
import { bindBankCard } from '@candor/contract/calls/verification';
import type { ProductView } from '@candor/contract/market';
import type { OrderView } from '@candor/contract/trading';
import { PRACTICE_PROVIDER } from '../../features/cashier/seed-channels.ts';
import { checkCardNumber } from '@candor/domain/identity/bank-card';
import type { Log } from '../../platform/log/log.ts';
import type { DemoMember } from './demo-member.ts';
import { firstPrices } from './first-prices.ts';

export interface DemoLifeDeps {
  readonly member: DemoMember;
  readonly withdrawPassword: string;
  readonly log: Pick<Log, 'info'>;
  readonly signal: AbortSignal;
  /** Waits. A test moves its clock instead. */
  readonly pause?: (ms: number) => Promise<void>;
}

const DEPOSIT = 5_000n;
const SAVED = 8_000n;
const INVESTED = 6_000n;
const WITHDRAWN = 1_200n;
const STAKES = [100n, 200n, 500n] as const;
/** One order of a product at a time, for so long each. */
const ROUNDS_SEC = [5, 5, 15, 30] as const;
const LOOK_MS = 1_000;
const SETTLED_LATEST_MS = 30_000;
const CARD = { holder: '演示账户', bank: 'ICBC', prefix: '622202', digits: 19 } as const;
const QUESTION = '你好，我想确认一下这笔订单的结果是怎么算出来的。';

export async function liveDemoLife(deps: DemoLifeDeps): Promise<void> {
  const { member, signal, log, pause = (ms: number) => sleep(ms, undefined, { signal }) } = deps;
  const step = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    signal.throwIfAborted();
    await act().catch((error: unknown) => {
      signal.throwIfAborted();
      log.info({ step: name, reason: String(error) }, 'the demo account left out a step');
    });
  };
  const products = await firstPrices({ ask: async () => await member.call(listProducts), pause, log, signal });
  if (products.length === 0) return;
  // Whoever was faster has a past of their own.
  if ((await member.call(listOrders)).items.length > 0) return;

  await step('deposit', async () => await payIn(member, pause));
  await step('savings', async () => {
    await member.call(moveSavings, { body: { direction: 'in', amount: member.amount(SAVED) } });
  });
  await step('holding', async () => await invest(member));
  await step('withdrawal', async () => await withdraw(deps));
  await step('announcement', async () => {
    const { items } = await member.call(listNotices);
    const first = items.find(({ unread }) => unread) ?? items[0];
    if (first !== undefined) await member.call(markNoticeRead, { params: { id: first.id }, body: {} });
  });
  const settled: OrderView[] = [];
  for (const [round, durationSec] of ROUNDS_SEC.entries())
    await step('orders', async () => {
      const placed = await placeRound(member, products, { round, durationSec });
      settled.push(...(await untilSettled(member, placed, { durationSec, pause })));
    });
  await step('support', async () => {
    const [order] = settled.filter(({ status }) => status === 'lost');
    if (order !== undefined) await askAbout(member, order.id, pause);
  });
  const outcomes = settled.map(({ status }) => status);
  log.info(
    { orders: outcomes.length, won: outcomes.filter((one) => one === 'won').length },
    'the demo account has a past',
  );
}

type Pause = (ms: number) => Promise<void>;

async function payIn(member: DemoMember, pause: Pause): Promise<void> {
  const deposit = await member.call(makeDeposit, {
    body: { channel: PRACTICE_PROVIDER, amount: member.amount(DEPOSIT), currency: member.currency },
  });
  await member.submitForm(payPractice.path, { reference: deposit.reference, choice: 'paid' });
  for (let looks = 0; looks < 15; looks += 1) {
    const [newest] = (await member.call(listDeposits)).items;
    if (newest?.credited !== null) return;
    await pause(LOOK_MS);
  }
}

async function invest(member: DemoMember): Promise<void> {
  const [project] = (await member.call(listProjects)).items;
  if (project === undefined) return;
  await member.call(buyHolding, { body: { projectId: project.id, amount: member.amount(INVESTED) } });
}

async function withdraw({ member, withdrawPassword }: DemoLifeDeps): Promise<void> {
  const { holder, bank } = CARD;
  await member.call(bindBankCard, { body: { holder, bank, number: madeUpCard(), withdrawPwd: withdrawPassword } });
  await member.call(makeWithdrawal, { body: { amount: member.amount(WITHDRAWN), withdrawPwd: withdrawPassword } });
}

/** Random, because a card belongs to one member: it must not be one that a visitor tries. */
function madeUpCard(): string {
  const length = CARD.digits - CARD.prefix.length;
  for (;;) {
    const number =
      CARD.prefix +
      randomInt(10 ** length)
        .toString()
        .padStart(length, '0');
    if (checkCardNumber(number).ok) return number;
  }
}

async function placeRound(
  member: DemoMember,
  products: readonly ProductView[],
  { round, durationSec }: { round: number; durationSec: number },
): Promise<readonly string[]> {
  const placed: string[] = [];
  for (const [index, product] of products.entries()) {
    const direction = (round + index) % 2 === 0 ? 'up' : 'down';
    const units = STAKES[(round + index) % STAKES.length] ?? STAKES[0];
    placed.push((await member.order(product, { direction, durationSec, units })).id);
  }
  return placed;
}

async function untilSettled(
  member: DemoMember,
  ids: readonly string[],
  { durationSec, pause }: { durationSec: number; pause: Pause },
): Promise<readonly OrderView[]> {
  const readAll = async (): Promise<OrderView[]> =>
    await Promise.all(ids.map(async (id) => await member.call(readOrder, { params: { id } })));
  await pause(durationSec * 1000);
  let orders = await readAll();
  for (let waitedMs = 0; waitedMs < SETTLED_LATEST_MS; waitedMs += LOOK_MS) {
    if (orders.every(({ status }) => status !== 'open')) break;
    await pause(LOOK_MS);
    orders = await readAll();
  }
  return orders;
}

/** A doubt about a result is answered by the site's own check of the receipt, in the chat. */
async function askAbout(member: DemoMember, orderId: string, pause: Pause): Promise<void> {
  await member.call(sendMessage, { body: { text: QUESTION, orderId } });
  for (let looks = 0; looks < 90; looks += 1) {
    const { items } = await member.call(listMessages);
    // The first answer may be provisional: the order's close is signed within a minute.
    const answer = items.find(({ finding }) => finding !== null && finding.verdict !== 'provisional');
    if (answer !== undefined) {
      await member.call(markMessagesRead, { body: { upTo: answer.id } });
      return;
    }
    await pause(LOOK_MS);
  }
}
