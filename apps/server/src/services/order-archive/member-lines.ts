import * as z from 'zod/mini';
import { linesFrom } from './lines-from.ts';

const placed = z.object({ order: z.object({ member_id: z.int() }) });

/** The lines of one member. They stand by member, so that few of them are looked into. */
export function memberLines(lines: readonly string[], memberId: bigint): readonly string[] {
  const own = linesFrom(lines, memberOf, memberId);
  return own.slice(0, own.length - linesFrom(own, memberOf, memberId + 1n).length);
}

function memberOf(line: string): bigint {
  return BigInt(placed.parse(JSON.parse(line)).order.member_id);
}
