import * as z from 'zod/mini';

/**
 * What the bus says to members. Every login of the database may send a message on the bus, so a message is only a hint:
 * it says whose data to read again, and never what it holds. Whoever hears it reads the table.
 */

/** News without content: the member's page reads again by HTTP. */
export const PLAIN_NEWS = [
  'money',
  'deposit',
  'withdrawal',
  'account',
  'holding',
  'savings',
  'notice',
  'support',
] as const;
export type PlainNews = (typeof PLAIN_NEWS)[number];

/** `id` names the row to read. */
const hint = z.object({
  memberId: z.string().check(z.regex(/^\d{1,18}$/)),
  d: z.object({ type: z.enum([...PLAIN_NEWS, 'price_alert', 'market_open']), id: z.optional(z.uuid()) }),
});
export type MemberHint = z.infer<typeof hint>;

const whose = z.array(z.looseObject({ memberId: z.string() }));

/** The readable hints of a message on the channel `me`. Only those that are `wanted` are read at all. */
export function memberHints(message: unknown, wanted: (memberId: string) => boolean = () => true): MemberHint[] {
  return (whose.safeParse(message).data ?? []).flatMap((one) =>
    wanted(one.memberId) ? (hint.safeParse(one).data ?? []) : [],
  );
}
