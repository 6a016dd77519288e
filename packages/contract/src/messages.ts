import * as z from 'zod/mini';
import { countSchema, isoSchema, moneySchema, pageOf } from './envelope.ts';
import { pageFields, requiredText } from './fields.ts';
import { SECURITY_EVENTS } from './security-events.ts';

/*
 * Messages to one member: what happened to their money, identity, limits, security and support. An app writes the words; a
 * message says what it is about and how that ended.
 */

export const MESSAGE_STATES = {
  deposit: ['approved', 'rejected', 'cancelled'],
  withdrawal: ['approved', 'rejected', 'sent', 'arrived', 'returned'],
  identity: ['verified', 'rejected'],
  restriction: ['frozenOn', 'frozenOff', 'tradingOn', 'tradingOff', 'withdrawalOn', 'withdrawalOff'],
  security: SECURITY_EVENTS,
  support: ['answered'],
  limit: ['set', 'waiting', 'excluded'],
  complaint: ['received', 'asked', 'answered'],
} as const;
export type MessageKind = keyof typeof MESSAGE_STATES;
export const MESSAGE_KINDS = [
  'deposit',
  'withdrawal',
  'identity',
  'restriction',
  'security',
  'support',
  'limit',
  'complaint',
] as const satisfies readonly MessageKind[];

/** Query of GET /api/messages. */
export const messagesQuery = z.strictObject(pageFields);

export const messageView = z.object({
  /** Grows with time. */
  id: z.string().check(z.regex(/^\d{1,18}$/)),
  kind: z.enum(MESSAGE_KINDS),
  /** One of MESSAGE_STATES of its kind; a newer server may know more. */
  state: z.string(),
  /** The id of the deposit, withdrawal, verification or conversation, the number of a complaint; of a limit its kind and period. */
  subject: z.string(),
  /** In the site's currency; null where no amount belongs to it, and for a limit that was taken away. */
  amount: z.nullable(moneySchema),
  /** A code whose text the reasons have; null without one. */
  reason: z.nullable(z.string()),
  at: isoSchema,
  unread: z.boolean(),
});
export type MessageView = z.infer<typeof messageView>;

/** data of GET /api/messages: newest first. */
export const messagesView = z.extend(pageOf(messageView), { unread: countSchema });
export type MessagesView = z.infer<typeof messagesView>;

/** Body of POST /api/messages/read: this message and all older ones have been read. */
export const messagesReadBody = z.strictObject({
  upTo: requiredText({ max: 18, pattern: /^\d{1,18}$/ }),
});

/** data of POST /api/messages/read. */
export const messagesReadView = z.object({ unread: countSchema });
