/** The demo account as a client of the site: it makes the same calls as a member's app, by the same declarations. */
import { randomUUID } from 'node:crypto';
import { logOut } from '@candor/contract/calls/account';
import { readSiteConfig } from '@candor/contract/calls/identity';
import { placeOrder } from '@candor/contract/calls/trading';
import { fillPath } from '@candor/contract/operation';
import type { AnswerOf, BodyOf, Operation, ParamsOf } from '@candor/contract/operation';
import type { ProductView } from '@candor/contract/market';
import { DEVICE_SIGNATURE_HEADER } from '@candor/contract/signed-calls';
import { currency as currencyOf, formatMoney, wholeUnits } from '@candor/domain/money';
import type { Direction } from '@candor/domain/trading/order';
import * as z from 'zod/mini';
import type { DemoDevice } from './demo-device.ts';

/** How a request reaches the site. */
export type Send = (request: {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}) => Promise<string>;

export interface DemoMemberDeps {
  readonly send: Send;
  readonly token: string;
  readonly device: DemoDevice;
  readonly nowMs: () => number;
}

export interface DemoMember {
  /** @throws Error with the key of the refusal */
  call<O extends Operation>(
    operation: O,
    given?: { readonly params?: ParamsOf<O>; readonly body?: BodyOf<O>; readonly query?: string },
  ): Promise<AnswerOf<O>>;
  /** Pays on the practice site's own payment page. */
  submitForm(path: string, fields: Readonly<Record<string, string>>): Promise<void>;
  order(
    product: ProductView,
    terms: { readonly direction: Direction; readonly durationSec: number; readonly units: bigint },
  ): Promise<AnswerOf<typeof placeOrder>>;
  /** The code of the site's currency. */
  readonly currency: string;
  /** Whole units of the currency, as calls write them. */
  amount(units: bigint): string;
  leave(): Promise<void>;
}

const envelope = z.looseObject({ code: z.number(), error: z.optional(z.string()), data: z.optional(z.unknown()) });
const OK = 200;

export async function createDemoMember({ send, token, device, nowMs }: DemoMemberDeps): Promise<DemoMember> {
  const answerOf = async <O extends Operation>(
    operation: O,
    {
      params,
      body,
      query = '',
      key = randomUUID(),
    }: {
      params?: ParamsOf<O> | undefined;
      body?: BodyOf<O> | undefined;
      query?: string | undefined;
      key?: string | undefined;
    },
  ): Promise<AnswerOf<O>> => {
    const path = fillPath(operation.path, params) + query;
    const text = body === undefined ? '' : JSON.stringify(body);
    const idempotencyKey = operation.idempotent === undefined ? '' : key;
    const signature = operation.caller === 'member' && operation.signed === true;
    const signed = { method: operation.method, path, body: text, idempotencyKey, timeMs: nowMs() };
    const answer = await send({
      method: operation.method,
      path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
        ...(signature ? { [DEVICE_SIGNATURE_HEADER]: device.signCall(signed) } : {}),
      },
      body: text,
    });
    const { code, error, data } = envelope.parse(JSON.parse(answer));
    if (code !== OK) throw new Error(`${operation.id}: ${error ?? code}`);
    return parsed(operation, data);
  };
  const { currency: shown } = await answerOf(readSiteConfig, {});
  const currency = currencyOf(shown.code, shown.decimals);
  const amount = (units: bigint): string => formatMoney(wholeUnits(units, currency), currency);
  return {
    call: async (operation, { params, body, query } = {}) => await answerOf(operation, { params, body, query }),
    submitForm: async (path, fields) => {
      await send({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
    },
    order: async (product, { direction, durationSec, units }) => {
      const key = randomUUID();
      const { code, termsVersion, termsHash, acceptWithinMs } = product;
      const stake = amount(units);
      const figures = { product: code, direction, durationSec, stake, wallet: 'practice' as const, termsHash };
      const signedAt = Math.round(nowMs());
      const moments = { signedAt, acceptBy: signedAt + acceptWithinMs };
      const request = device.signOrder({ ...figures, idempotencyKey: key, ...moments });
      return await answerOf(placeOrder, { key, body: { ...figures, termsVersion, request } });
    },
    currency: currency.code,
    amount,
    leave: async () => {
      await answerOf(logOut, { body: {} });
    },
  };
}

function parsed<O extends Operation>(operation: O, data: unknown): AnswerOf<O>;
function parsed(operation: Operation, data: unknown): unknown {
  return operation.answer?.parse(data);
}
