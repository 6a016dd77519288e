import { randomInt, randomUUID } from 'node:crypto';
import { parseEnvelope } from '@candor/contract/envelope';
import type { Envelope } from '@candor/contract/envelope';
import { tokenView } from '@candor/contract/identity';
import { productsView } from '@candor/contract/market';
import { orderView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { amountOf, minor } from '@candor/domain/testing/test-currency';
import { PLACE_ORDER_ERRORS } from '@candor/domain/trading/place-order';
import { signedOrder } from '../../apps/server/src/testing/sign-order.ts';
import { puzzleHeaders } from '../../apps/server/src/testing/solve-puzzle.ts';
import { makeDevice } from '../../apps/server/src/testing/test-device.ts';
import type { TestDevice } from '../../apps/server/src/testing/test-device.ts';
import { pause } from './server-process.ts';
import type { Site } from './server-process.ts';

/**
 * Members who trade over HTTP and write down every answer they get. A request without a final answer is sent again with
 * the same key until there is one: that is all a client can rely on when something breaks.
 */
export interface Answer {
  /** How many times this command was sent before without a final answer. */
  afterUnknown: number;
  /** The order as it was answered, or the key of the refusal. */
  told: OrderView | string;
}

export interface BookEntry {
  member: number;
  key: string;
  body: Record<string, unknown>;
  sentAt: number;
  answers: Answer[];
  /** How many times no final answer came. */
  unknown: number;
}

export interface Trader {
  /** Every command ever sent. */
  book: BookEntry[];
  /** Trades until `stop` is called and every command has its answer. */
  start: () => void;
  stop: () => Promise<void>;
  /** Sends one command of this member now, and again until it has a final answer. */
  place: (member: number) => Promise<BookEntry>;
  resend: (entry: BookEntry) => Promise<void>;
  /** A call of this member to place an order on this product, signed now. */
  signed: (member: number, product: string, stake: string) => Pick<BookEntry, 'key' | 'body'>;
  read: (member: number, path: string) => Promise<unknown>;
  token: (member: number) => string;
  device: (member: number) => TestDevice;
}

/** What is sent again 35 s after it was signed was not placed before, and never will be. */
export const TOO_OLD = 'SIGNATURE_EXPIRED';
/** ORDER_FAILED_RETRY decides nothing: it says that this try took nothing, and asks for another with the same key. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...PLACE_ORDER_ERRORS.filter((error) => error !== 'ORDER_FAILED_RETRY'),
  TOO_OLD,
]);
const DURATION_SEC = 5;
const TIMEOUT_MS = 15_000;
const RETRY_MS = 150;
const GIVE_UP_MS = 90_000;
const PAUSE_MS = 120;

export async function createTrader(
  site: Pick<Site, 'baseUrl'>,
  memberCount: number,
  giveUpMs = GIVE_UP_MS,
): Promise<Trader> {
  const call = async (path: string, init: RequestInit = {}): Promise<Envelope> => {
    const response = await fetch(`${site.baseUrl()}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    // 502, 503 and 504 come from the transport and say nothing about the command.
    if (!response.ok) throw new TypeError(`HTTP ${response.status}`);
    const answer = parseEnvelope(await response.json());
    if (answer === null) throw new TypeError('no envelope');
    return answer;
  };

  const devices = Array.from({ length: memberCount }, () => makeDevice());

  const register = async (index: number): Promise<string> => {
    const body = {
      username: `faults_${index}`,
      pwd: 'correct horse battery',
      confirmPwd: 'correct horse battery',
      withdrawPwd: '730482',
      confirmWithdrawPwd: '730482',
      phone: `+86138000010${index.toString().padStart(2, '0')}`,
      code: '',
      uuid: '',
      deviceKey: devices[index]?.deviceKey,
    };
    const puzzle = await puzzleHeaders(site.baseUrl(), 'POST', '/api/login/register');
    const headers = { 'content-type': 'application/json', ...puzzle };
    const answer = await call('/api/login/register', { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.code !== 200) throw new Error(`a member could not register: ${JSON.stringify(answer)}`);
    return tokenView.parse(answer.data).token;
  };

  const products = productsView
    .parse((await call('/api/market/products')).data)
    .filter((product) => product.category === 'crypto' && product.durations.some((d) => d.seconds === DURATION_SEC));
  const tokens: string[] = [];
  for (let index = 0; index < memberCount; index += 1) tokens.push(await register(index));

  const book: BookEntry[] = [];
  let stopping = new AbortController();
  let running: Promise<unknown> | undefined;

  const sendOnce = async (entry: BookEntry): Promise<Answer['told'] | null> => {
    const answer = await call('/api/trade/orders', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[entry.member]}`,
        'idempotency-key': entry.key,
      },
      body: JSON.stringify(entry.body),
    }).catch(() => null);
    if (answer?.code === 200) return orderView.parse(answer.data);
    return answer?.error !== undefined && REFUSALS.has(answer.error) ? answer.error : null;
  };

  const resend = async (entry: BookEntry): Promise<void> => {
    const deadline = Date.now() + giveUpMs;
    for (;;) {
      const answer = await sendOnce(entry);
      if (answer !== null) {
        entry.answers.push({ told: answer, afterUnknown: entry.unknown });
        return;
      }
      entry.unknown += 1;
      if (Date.now() > deadline) throw new Error(`no answer in ${giveUpMs} ms: ${JSON.stringify(entry)}`);
      await pause(RETRY_MS);
    }
  };

  const signed: Trader['signed'] = (member, code, stake) => {
    const [product, device] = [products.find((one) => one.code === code), devices[member]];
    if (product === undefined || device === undefined) throw new Error('every member has a device and a market');
    const key = randomUUID();
    const direction = randomInt(2) === 0 ? ('up' as const) : ('down' as const);
    const order = { product: code, direction, durationSec: DURATION_SEC, stake };
    return { key, body: signedOrder(order, device, key, { version: product.termsVersion, hash: product.termsHash }) };
  };

  const place = async (member: number): Promise<BookEntry> => {
    const product = products[randomInt(products.length)]?.code ?? '';
    const stake = amountOf(minor('10') + BigInt(randomInt(90 * Number(minor('1')))));
    const entry: BookEntry = {
      member,
      // Signed once: after its deadline the site can only say what became of it.
      ...signed(member, product, stake),
      sentAt: Date.now(),
      answers: [],
      unknown: 0,
    };
    // Written down before it is sent, as a client must.
    book.push(entry);
    await resend(entry);
    return entry;
  };

  const trade = async (member: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      const entry = await place(member);
      if (randomInt(5) === 0) await resend(entry);
      await pause(PAUSE_MS);
    }
  };

  return {
    book,
    start: () => {
      stopping = new AbortController();
      running = Promise.all(tokens.map(async (_, member) => await trade(member)));
      // Whoever stops it hears of it: a run that ended here would leave its processes behind, and no verdict.
      running.catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
    place,
    resend,
    signed,
    token: (member) => tokens[member] ?? '',
    device: (member) => {
      const device = devices[member];
      if (device === undefined) throw new Error('every member has a device');
      return device;
    },
    read: async (member, path) => (await call(path, { headers: { authorization: `Bearer ${tokens[member]}` } })).data,
  };
}
