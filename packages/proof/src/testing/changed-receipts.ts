import type { JsonValue } from '../canonical-json.ts';
import type { UnsignedReceipt } from '../receipt.ts';
import { ENTRY_AT, makeReceipt, makeUnsigned } from './receipts.ts';
import { testSigner, webCrypto } from './web-crypto.ts';
import { verifyReceipt } from '../verify-receipt.ts';
import type { Verification } from '../verify-receipt.ts';

export const signer = await testSigner();

export const foreign = await testSigner();

export const trustedKeys = [signer.key];

export const CLOSES_AT = ENTRY_AT + 60_000;

export const HOUR = Date.parse('2026-11-21T09:00:00Z');

export const MINUTE_MS = 60_000;

export const won = await makeUnsigned({}, signer);

export const wonFile = await makeReceipt({}, signer);

type Path = readonly (string | number)[];

// Tests change a draft freely, beyond what the types of a receipt allow.
export type Draft = any; // oxlint-disable-line typescript/no-explicit-any

const TWINS: readonly (readonly [string, string])[] = [
  ['up', 'down'],
  ['practice', 'cash'],
  ['won', 'lost'],
  ['OK', 'STALE'],
  ['funds', 'savings'],
  ['escrow', 'house'],
  ['fee', 'interest'],
  ['orderStake', 'orderRefund'],
];

export async function verify(file: string | Uint8Array): Promise<Verification> {
  return await verifyReceipt(file, { crypto: webCrypto, trustedKeys });
}

/** What fails first, as "step PROBLEM". */
export function failure({ steps }: Verification): string | null {
  const step = steps.find(({ ok }) => !ok);
  return step === undefined ? null : `${step.key} ${step.problem}`;
}

export function draft(receipt: UnsignedReceipt, change: (receipt: Draft) => void): UnsignedReceipt {
  const copy: Draft = JSON.parse(JSON.stringify(receipt));
  change(copy);
  return copy;
}

export function asJson(receipt: UnsignedReceipt): JsonValue {
  return receipt;
}

export function asReceipt(value: JsonValue): UnsignedReceipt {
  return value as unknown as UnsignedReceipt;
}

/** The paths of all values that contain no other values. */
export function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

/** All paths, but only a few of the many ticks. */
export function sampled(paths: readonly Path[]): Path[] {
  return paths.filter(([first, index]) => first !== 'ticks' || [0, 30, 45, 90].includes(Number(index)));
}

export function changeAt(value: JsonValue, path: Path, change: (leaf: JsonValue) => JsonValue = plausible): JsonValue {
  const copy: Draft = JSON.parse(JSON.stringify(value));
  let holder: Draft = copy;
  for (const key of path.slice(0, -1)) holder = holder[key];
  const last = path.at(-1) ?? '';
  holder[last] = change(holder[last]);
  return copy;
}

/** Another value of the same type that a person would not notice. */
function plausible(leaf: JsonValue): JsonValue {
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf !== 'string') return 'NO_EXIT_TICK';
  for (const [one, other] of TWINS) {
    if (leaf === one) return other;
    if (leaf === other) return one;
  }
  const digit = leaf.search(/[0-8](?!.*[0-8])/s);
  const isFigure = /^-?[\d.]+$|T\d\d:|^[0-9a-f]{64}$/.test(leaf);
  if (!isFigure || digit < 0) return leaf.includes('\n') ? leaf.replace(/[a-z]/, 'q') : `${leaf}x`;
  return leaf.slice(0, digit) + String(Number(leaf[digit]) + 1) + leaf.slice(digit + 1);
}
