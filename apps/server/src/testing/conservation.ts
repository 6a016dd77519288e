import * as z from 'zod/mini';
import type { Db } from '../platform/db/pool.ts';
import { CHECKS } from '../services/checks/checks.ts';

/** Every check in one message, and none of them compiled: databases of tests are small, and many. */
const ALL = ['set local jit = off', ...CHECKS.map(({ sql }) => sql)].join(';');

/** Several statements in one message have an answer each. */
const answers = z.array(z.object({ rows: z.array(z.unknown()) }));

/**
 * Invariants that must hold after any action: every check that a site asks of itself (services/checks). Both sides of every transfer are
 * checked: they add up to the stored balances, held and posted, and each writes the next line of its account with the balance after it. A
 * hold is resolved once, by a matching transfer. No balance of a member is or was negative, and each wallet and currency sums to zero on
 * its own. Every order is settled at most once. It is either open, with a position and its stake in escrow, or settled
 * without them. No dispute about an order is forgotten. Deposits, withdrawals, adjustments, rewards, holdings and
 * savings have exactly the transfers of their state. What was published and signed is one chain.
 * @throws Error that names every broken invariant.
 */
export async function checkConservation(db: Db): Promise<void> {
  const [, ...answered] = answers.parse(await db.query(ALL));
  const broken = CHECKS.flatMap(({ says }, index) => {
    const rows = answered[index]?.rows ?? ['no answer'];
    return rows.length === 0 ? [] : [`${says}: ${JSON.stringify(rows.slice(0, 3), textOfBigint)}`];
  });
  if (broken.length > 0) throw new Error(`Conservation is broken:\n${broken.join('\n')}`);
}

function textOfBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
