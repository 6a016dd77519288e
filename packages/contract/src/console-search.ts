import * as z from 'zod/mini';
import { requiredText } from './fields.ts';

/*
 * Looking something up by what somebody says on the phone, or by what stands on a paper. What identifies a person is found by the whole
 * of it alone, and whoever looks is written into the audit log.
 */

const FOUND_KINDS = ['member', 'order', 'deposit', 'withdrawal', 'complaint'] as const;

/** By what it was found. */
export const FOUND_BY = [
  'username',
  'id',
  'inviteCode',
  'fullName',
  'phone',
  'email',
  'address',
  'card',
  'idNumber',
  'number',
  'reference',
  'amount',
  'hash',
  'bankReference',
] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/** POST /api/console/search. A body, because a card or a name must not stand in the address of a call. */
export const searchBody = z.strictObject({ q: requiredText({ max: 128, kind: 'search' }) });

/** What was found, each once, no more than a few of each kind. Only kinds that the operator may read. */
export const searchView = z.object({
  items: z.array(
    z.object({
      kind: z.enum(FOUND_KINDS),
      id: z.string(),
      /** The name, number or reference by which its page finds it. */
      name: z.string(),
      by: z.enum(FOUND_BY),
      member: z.string(),
      /** Of a deposit and a withdrawal: the list shows one state. */
      state: z.nullable(z.string()),
    }),
  ),
});
export type FoundThing = z.infer<typeof searchView>['items'][number];
