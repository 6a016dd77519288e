import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { parseEnvelope } from '@candor/contract/envelope';
import type { Envelope } from '@candor/contract/envelope';
import { captchaView, moneyView, tokenView } from '@candor/contract/identity';
import type { CaptchaView, MoneyView } from '@candor/contract/identity';
import { isSimplePin } from '@candor/contract/password-rules';
import { productsView } from '@candor/contract/market';
import type { ProductView } from '@candor/contract/market';
import { noticesNowView } from '@candor/contract/notices';
import type { NoticesNowView } from '@candor/contract/notices';
import { logIn, readCaptcha as readCaptchaCall, register as registerCall } from '@candor/contract/calls/identity';
import { listProducts } from '@candor/contract/calls/market';
import { listTransfers, readMoney } from '@candor/contract/calls/wallet';
import { listOrders, placeOrder, readOrder } from '@candor/contract/calls/trading';
import { readNoticesNow } from '@candor/contract/calls/notices';
import { endSession, listSessions } from '@candor/contract/calls/account';
import { pathOf } from '@candor/contract/operation';
import { DEVICE_SIGNATURE_HEADER } from '@candor/contract/signed-calls';
import { isSigned } from '@candor/contract/testing/signed-routes';
import { orderView, ordersView } from '@candor/contract/trading';
import type { OrderBody, OrderView } from '@candor/contract/trading';
import { transfersView } from '@candor/contract/wallet';
import type { TransferView } from '@candor/contract/wallet';
import { signedOrder } from '../../apps/server/src/testing/sign-order.ts';
import { puzzleHeaders } from '../../apps/server/src/testing/solve-puzzle.ts';
import { makeDevice } from '../../apps/server/src/testing/test-device.ts';
import type { TestDevice } from '../../apps/server/src/testing/test-device.ts';

/** A person who can sign in, with the texts they registered with. */
export interface Account {
  username: string;
  password: string;
  withdrawPassword: string;
  phone: string;
}

/** The server's answers to one member, without the client in between: screens are compared with them. */
export interface MemberApi {
  account: Account;
  token: string;
  /** The device that opened the session: it signs what moves money. */
  device: TestDevice;
  /** The same member through another host. */
  at(origin: string): MemberApi;
  money(): Promise<MoneyView>;
  /** Newest first. */
  transfers(): Promise<TransferView[]>;
  orders(): Promise<OrderView[]>;
  order(id: string): Promise<OrderView>;
  noticesNow(): Promise<NoticesNowView>;
  place(body: OrderBody): Promise<OrderView>;
  /** Any other write of the member; returns its data. */
  post(path: string, body: unknown): Promise<unknown>;
  /** Ends every session of the member, as another device could. */
  endSessions(): Promise<void>;
}

export function newAccount(): Account {
  const account = {
    username: `e2e_${randomBytes(5).toString('hex')}`,
    password: `pw-${randomBytes(9).toString('base64url')}`,
    withdrawPassword: randomInt(1_000_000).toString().padStart(6, '0'),
    phone: `+861${randomInt(3, 10)}${randomInt(1_000_000_000).toString().padStart(9, '0')}`,
  };
  return isSimplePin(account.withdrawPassword, account) ? newAccount() : account;
}

/** Members come from networks of their own, as in life: one address may register only so many in an hour. */
function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

export async function registerMember(origin: string, account = newAccount()): Promise<MemberApi> {
  const { username, password, withdrawPassword, phone } = account;
  const device = makeDevice();
  const { token } = tokenView.parse(
    dataOf(
      await call(origin, 'POST', registerCall.path, {
        headers: { 'X-Forwarded-For': someAddress() },
        body: {
          username,
          pwd: password,
          confirmPwd: password,
          withdrawPwd: withdrawPassword,
          confirmWithdrawPwd: withdrawPassword,
          phone,
          deviceKey: device.deviceKey,
        },
      }),
    ),
  );
  return memberApi(origin, account, { token, device });
}

export async function readCaptcha(origin: string): Promise<CaptchaView> {
  return captchaView.parse(dataOf(await call(origin, 'GET', readCaptchaCall.path)));
}

export interface LoginAttempt {
  username: string;
  password: string;
  code?: string;
  uuid?: string;
  /** The network it seems to come from. */
  address?: string;
}

/** A login without the client, so without the token of a device that is known. */
export async function tryLogin(origin: string, attempt: LoginAttempt): Promise<Envelope> {
  const { username, password, code = '', uuid = '', address } = attempt;
  return await call(origin, 'POST', logIn.path, {
    body: { username, pwd: password, code, uuid },
    ...(address === undefined ? {} : { headers: { 'X-Forwarded-For': address } }),
  });
}

export async function readProducts(origin: string): Promise<ProductView[]> {
  return productsView.parse(dataOf(await call(origin, 'GET', listProducts.path)));
}

function memberApi(origin: string, account: Account, session: Session): MemberApi {
  const read = async (path: string): Promise<unknown> => dataOf(await call(origin, 'GET', path, session));
  return {
    account,
    ...session,
    at: (other) => memberApi(other, account, session),
    money: async () => moneyView.parse(await read(readMoney.path)),
    transfers: async () => transfersView.parse(await read(`${listTransfers.path}?limit=100`)).items,
    orders: async () => ordersView.parse(await read(`${listOrders.path}?limit=100`)).items,
    order: async (id) => orderView.parse(await read(pathOf(readOrder, { id }))),
    noticesNow: async () => noticesNowView.parse(await read(readNoticesNow.path)),
    place: async (body) => {
      const product = (await readProducts(origin)).find(({ code }) => code === body.product);
      if (product === undefined) throw new Error(`there is no product ${body.product}`);
      const seen = { version: product.termsVersion, hash: product.termsHash };
      const idempotencyKey = randomUUID();
      const signed = signedOrder(body, session.device, idempotencyKey, seen);
      const answer = await call(origin, 'POST', placeOrder.path, { ...session, body: signed, idempotencyKey });
      return orderView.parse(dataOf(answer));
    },
    post: async (path, body) => dataOf(await call(origin, 'POST', path, { ...session, body })),
    endSessions: async () => {
      const { items } = (await read(listSessions.path)) as { items: { id: string; current: boolean }[] };
      for (const { id } of items.toSorted((a, b) => Number(a.current) - Number(b.current)))
        dataOf(await call(origin, 'DELETE', pathOf(endSession, { id }), session));
    },
  };
}

type Session = Pick<MemberApi, 'token' | 'device'>;
type CallOptions = {
  token?: string;
  device?: TestDevice;
  body?: unknown;
  headers?: Record<string, string>;
  idempotencyKey?: string;
};

async function call(origin: string, method: string, path: string, options: CallOptions = {}): Promise<Envelope> {
  const headers: Record<string, string> = { 'Accept-Language': 'en', ...options.headers };
  if (options.token !== undefined) headers['Authorization'] = `Bearer ${options.token}`;
  const { idempotencyKey = randomUUID() } = options;
  if (method !== 'GET') headers['Idempotency-Key'] = idempotencyKey;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  Object.assign(headers, await puzzleHeaders(origin, method, path, headers));
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  if (options.device !== undefined && isSigned(method, path))
    headers[DEVICE_SIGNATURE_HEADER] = options.device.sign({ method, path, body, idempotencyKey });
  const response = await fetch(origin + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const envelope = parseEnvelope(await response.json());
  if (envelope === null) throw new Error(`${method} ${path}: no envelope`);
  return envelope;
}

function dataOf(envelope: Envelope): unknown {
  if (envelope.code !== 200) throw new Error(`${envelope.code} ${envelope.msg} ${JSON.stringify(envelope)}`);
  return envelope.data;
}
