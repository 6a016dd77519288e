import type { Db } from '../../platform/db/pool.ts';
import type { ReadPart } from './read-parts.ts';
import { selectPartsOfSpan } from './sorted-parts-store.ts';
import type { PlaceSpan } from './sorted-parts-store.ts';

const PARTS_AT_ONCE = 8;
/** Who reads what is public: all of them together leave room for members. */
const EVERYBODY = 'everybody';

/** A file whose first line stands at `low`. */
export interface FileOfSpan {
  readonly low: bigint;
  /** @throws Refused ORDERS_UNAVAILABLE when it cannot be read now */
  readonly lines: () => Promise<readonly string[]>;
}

/** The files with lines of a span, from the one that begins first. None is read before its lines are asked for. */
export async function* filesOfSpan(
  db: Db,
  readPart: ReadPart,
  sort: 'opening' | 'closing',
  span: PlaceSpan,
): AsyncGenerator<FileOfSpan> {
  for (let at = 0; ; at += PARTS_AT_ONCE) {
    const parts = await selectPartsOfSpan(db, sort, span, PARTS_AT_ONCE, at);
    for (const part of parts) yield { low: part.low, lines: async () => await readPart(part, EVERYBODY) };
    if (parts.length < PARTS_AT_ONCE) return;
  }
}
