/** Devices of members, as browsers are: each has a key and signs the orders that it sends. */
import { fromHex, toHex, utf8 } from '../encoding.ts';
import { orderRequestText } from '../order-request.ts';
import type { OrderRequest } from '../order-request.ts';
import type { ReceiptRequest } from '../receipt.ts';
import { isoText } from '../lines.ts';
import { ed25519KeyOf, subtle, webCrypto } from './web-crypto.ts';

export const DEVICE_KINDS = ['P-256', 'Ed25519'] as const;

export type TestDevice = {
  /** Hex. */
  readonly publicKey: string;
  /** The signature, hex. */
  readonly sign: (text: string) => Promise<string>;
};

/** What a receipt shows of this request, signed by the device. */
export async function signRequest(
  request: Omit<OrderRequest, 'publicKey'>,
  { publicKey, sign }: TestDevice,
): Promise<ReceiptRequest> {
  const signature = await sign(orderRequestText({ ...request, publicKey }));
  const { idempotencyKey, signedAt, termsHash } = request;
  return { idempotencyKey, publicKey, signature, signedAt: isoText(signedAt), termsHash };
}

/** The same key each time, and the same signature for the same text. */
export async function fixedDevice(byte: number, kind: (typeof DEVICE_KINDS)[number] = 'P-256'): Promise<TestDevice> {
  if (kind === 'P-256') return p256Device(BigInt(`0x${byte.toString(16).padStart(2, '0').repeat(32)}`));
  const { privateKey, publicKey } = await ed25519KeyOf(byte);
  return {
    publicKey: toHex(publicKey),
    sign: async (text) => toHex(new Uint8Array(await subtle.sign('Ed25519', privateKey, utf8(text)))),
  };
}

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
type Affine = readonly [x: bigint, y: bigint] | null;
const BASE: Affine = [
  0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
];

/** WebCrypto signs with a random number. Here it follows from secret and text, by the simplest arithmetic there is. */
function p256Device(secret: bigint): TestDevice {
  const point = times(secret, BASE);
  if (point === null) throw new Error('a secret is below the order of the curve');
  return {
    publicKey: `04${hex(point[0])}${hex(point[1])}`,
    sign: async (text) => {
      const digest = await hashNumber(utf8(text));
      const once = await hashNumber(fromHex(hex(secret) + hex(digest)) ?? utf8(''));
      const r = (times(once % N, BASE)?.[0] ?? 0n) % N;
      const s = (power(once, N - 2n, N) * (digest + r * secret)) % N;
      return hex(r) + hex(s);
    },
  };
}

async function hashNumber(bytes: Uint8Array<ArrayBuffer>): Promise<bigint> {
  return BigInt(`0x${toHex(await webCrypto.sha256(bytes))}`);
}

function hex(number: bigint): string {
  return number.toString(16).padStart(64, '0');
}

function times(factor: bigint, point: Affine): Affine {
  if (factor === 0n) return null;
  const half = times(factor >> 1n, point);
  const whole = plus(half, half);
  return (factor & 1n) === 1n ? plus(whole, point) : whole;
}

function plus(one: Affine, other: Affine): Affine {
  if (one === null) return other;
  if (other === null) return one;
  const [[x1, y1], [x2, y2]] = [one, other];
  if (x1 === x2 && y1 !== y2) return null;
  const slope = x1 === x2 ? (3n * x1 * x1 - 3n) * power(2n * y1, P - 2n, P) : (y2 - y1) * power(x2 - x1, P - 2n, P);
  const x = positive(slope * slope - x1 - x2);
  return [x, positive(slope * (x1 - x) - y1)];
}

function positive(number: bigint): bigint {
  return ((number % P) + P) % P;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, ((base % modulus) + modulus) % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
