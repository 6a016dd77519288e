import type { operatorOrdersQuery } from '@candor/contract/console-orders';
import { parseMoney } from '@candor/domain/money';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { selectMembersNamed } from './orders-store.ts';
import type { OrdersFilter } from './orders-store.ts';

type Query = z.output<typeof operatorOrdersQuery>;

/** What the words of a filter ask for, apart from whose orders they are. @throws Refused for an amount that the currency cannot have */
export function whatOf(query: Query, site: Pick<Site, 'currency' | 'timeZone'>): Omit<OrdersFilter, 'limit'> {
  const { status, reason, product, direction, wallet, sort } = query;
  return {
    status,
    reason,
    product,
    direction,
    wallet,
    sort,
    stakeFrom: stakeOf('stakeFrom', query.stakeFrom, site),
    stakeTo: stakeOf('stakeTo', query.stakeTo, site),
    ...rangeMs(query, site.timeZone),
  };
}

function stakeOf(field: string, text: string | undefined, { currency }: Pick<Site, 'currency'>): bigint | undefined {
  if (text === undefined) return undefined;
  const amount = parseMoney(text, currency);
  if (!amount.ok) throw new Refused('FIELD_INVALID', { fields: { [field]: 'FIELD_INVALID' } });
  return amount.value;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^#?([1-9]\d{0,17})$/;
/** No name is shorter. */
const NAME_MIN = 4;

/** Which orders a text names: one by its id or number, or those of the members whose names begin so. */
export async function readWho(db: Db, q: string | undefined): Promise<Pick<OrdersFilter, 'id' | 'no' | 'memberIds'>> {
  if (q === undefined) return {};
  if (ID.test(q)) return { id: q.toLowerCase() };
  const no = NUMBER.exec(q)?.[1];
  // A name may be digits alone.
  const isName = no === undefined || q.length >= NAME_MIN;
  return {
    ...(no === undefined ? {} : { no: BigInt(no) }),
    ...(isName ? { memberIds: await selectMembersNamed(db, q) } : {}),
  };
}
