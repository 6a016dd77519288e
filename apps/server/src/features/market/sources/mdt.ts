/**
 * Reader of MDT1 recordings: gzip text with a first line `#MDT1 {header}`, then one row of comma-separated integers per
 * line. Each value is a difference from the row before. Only trades and quotes are read; one-second replay needs no
 * more.
 */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';

const MAGIC = '#MDT1 ';
const NEWLINE = 0x0a;
const MINUS = 0x2d;
const ZERO_DIGIT = 0x30;
/** A recording is a few megabytes. A file that inflates beyond this limit is not a recording. */
const MAX_BYTES = 256 * 1024 * 1024;

const headerSchema = z.object({
  product: z.string(),
  kind: z.enum(['trades', 'quotes']),
  source: z.string(),
  n: z.int().check(z.positive()),
  t0: z.int(),
  dec: z.int().check(z.minimum(0), z.maximum(9)),
  qdec: z.optional(z.int().check(z.minimum(0), z.maximum(8))),
});

export type MdtHeader = z.infer<typeof headerSchema>;

/** Columns of a recording. Row i: `at[i]` epoch ms; prices in 10^-dec; a trade's quantity in 10^-qdec, unsigned. */
export type MdtTable =
  | { kind: 'trades'; header: MdtHeader; at: Float64Array; price: Int32Array; qty: Float64Array }
  | { kind: 'quotes'; header: MdtHeader; at: Float64Array; bid: Int32Array; ask: Int32Array };

/** @throws Error when the file is not a complete MDT1 recording of trades or quotes. */
export async function readMdt(path: string): Promise<MdtTable> {
  const bytes = await promisify(gunzip)(await readFile(path), { maxOutputLength: MAX_BYTES });
  return parseMdt(bytes);
}

export function parseMdt(bytes: Uint8Array): MdtTable {
  const headerEnd = bytes.indexOf(NEWLINE);
  const headerText = new TextDecoder().decode(bytes.subarray(0, Math.max(headerEnd, 0)));
  if (!headerText.startsWith(MAGIC)) throw new Error('not an MDT1 recording');
  const header = headerSchema.parse(JSON.parse(headerText.slice(MAGIC.length)));
  const next = integers(bytes, headerEnd + 1);
  return header.kind === 'trades' ? readTrades(header, next) : readQuotes(header, next);
}

function readTrades(header: MdtHeader, next: () => number): MdtTable {
  const at = new Float64Array(header.n);
  const price = new Int32Array(header.n);
  const qty = new Float64Array(header.n);
  let [clock, level] = [header.t0, 0];
  for (let i = 0; i < header.n; i += 1) {
    at[i] = clock += next();
    price[i] = level += next();
    // The sign shows the side of the taker; only the amount matters here.
    qty[i] = Math.abs(next());
  }
  return { kind: 'trades', header, at, price, qty };
}

function readQuotes(header: MdtHeader, next: () => number): MdtTable {
  const at = new Float64Array(header.n);
  const bid = new Int32Array(header.n);
  const ask = new Int32Array(header.n);
  let [clock, level] = [header.t0, 0];
  for (let i = 0; i < header.n; i += 1) {
    at[i] = clock += next();
    bid[i] = level += next();
    ask[i] = level + next();
  }
  return { kind: 'quotes', header, at, bid, ask };
}

/** A cursor over the integers of the rows; a truncated row is an error, not a zero. */
function integers(bytes: Uint8Array, start: number): () => number {
  let position = start;
  return () => {
    const negative = bytes[position] === MINUS;
    if (negative) position += 1;
    const first = position;
    let value = 0;
    for (;;) {
      const digit = (bytes[position] ?? -1) - ZERO_DIGIT;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      position += 1;
    }
    if (position === first) throw new Error(`the recording breaks off or is damaged at byte ${position}`);
    position += 1;
    return negative ? -value : value;
  };
}
