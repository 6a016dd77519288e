import * as z from 'zod/mini';
import { alertView, reminderView } from './alerts.ts';
import { countSchema, isoSchema, priceSchema } from './envelope.ts';
import { TICK_STATUSES, productView } from './market.ts';
import { orderView } from './trading.ts';

/*
 * The frames of GET /ws: JSON text, one object per frame.
 */

/** The maximum length of a client's frame. The server closes the connection if a frame is longer. */
export const CLIENT_FRAME_BYTES_MAX = 8_192;
export const TOPICS_MAX = 100;
/** Close code: the session that opened the socket is over. Any other code means: connect again after a pause. */
export const CLOSE_SESSION_ENDED = 4401;

const topicSchema = z.string().check(z.maxLength(48), z.regex(/^(me|(tick|product):[A-Za-z0-9._-]{1,32})$/));

const authFrame = z.strictObject({
  op: z.literal('auth'),
  token: z.string().check(z.minLength(1), z.maxLength(512)),
});
const topicsField = z.array(topicSchema).check(z.minLength(1), z.maxLength(TOPICS_MAX));
const subFrame = z.strictObject({ op: z.literal('sub'), topics: topicsField });
const unsubFrame = z.strictObject({ op: z.literal('unsub'), topics: topicsField });
const pingFrame = z.strictObject({ op: z.literal('ping') });

export const clientFrame = z.discriminatedUnion('op', [authFrame, subFrame, unsubFrame, pingFrame]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** `serverTime` lets the client measure how wrong its own clock is. */
const helloFrame = z.object({ op: z.literal('hello'), serverTime: isoSchema });
const pongFrame = z.object({ op: z.literal('pong'), serverTime: isoSchema });
/** The answer to `auth`. After `ok: false` the topic `me` sends nothing. */
const authResultFrame = z.object({ op: z.literal('auth'), ok: z.boolean() });
/** A frame was refused; `error` is an error key. */
const errorFrame = z.object({ op: z.literal('error'), error: z.string() });

/** News may be lost: what is shown is read again by HTTP, at a random moment within this time. */
const resyncFrame = z.object({ op: z.literal('resync'), spreadMs: countSchema });

export const controlFrame = z.discriminatedUnion('op', [
  helloFrame,
  pongFrame,
  authResultFrame,
  errorFrame,
  resyncFrame,
]);
export type ControlFrame = z.infer<typeof controlFrame>;

/** The short form of a tick, sent every second. */
export const liveTick = z.object({
  seq: countSchema,
  at: isoSchema,
  price: priceSchema,
  status: z.enum(TICK_STATUSES),
});
export type LiveTick = z.infer<typeof liveTick>;

function changed<const T extends string>(type: T) {
  return z.object({ type: z.literal(type) });
}

/**
 * News for one member. Orders, price alerts and reminders are sent whole, as the tables hold them; everything else says
 * only what changed, and the client reads by HTTP.
 */
export const memberEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('order'), order: orderView }),
  changed('money'),
  changed('deposit'),
  changed('withdrawal'),
  changed('account'),
  changed('holding'),
  changed('savings'),
  changed('notice'),
  changed('site'),
  changed('support'),
  z.object({ type: z.literal('price_alert'), alert: alertView }),
  z.object({ type: z.literal('market_open'), reminder: reminderView }),
]);
export type MemberEvent = z.infer<typeof memberEvent>;
/** News that a price was reached or a market opened. */
export type AlertEvent = Extract<MemberEvent, { type: 'price_alert' | 'market_open' }>;

export const tickFrame = z.object({
  topic: z.templateLiteral(['tick:', z.string()]),
  d: liveTick,
});
export const productFrame = z.object({
  topic: z.templateLiteral(['product:', z.string()]),
  d: productView,
});
export const memberFrame = z.object({ topic: z.literal('me'), d: memberEvent });

export const topicFrame = z.union([tickFrame, productFrame, memberFrame]);
export type TopicFrame = z.infer<typeof topicFrame>;

export const serverFrame = z.union([topicFrame, controlFrame]);
export type ServerFrame = z.infer<typeof serverFrame>;

export function tickTopic(product: string): `tick:${string}` {
  return `tick:${product}`;
}

export function productTopic(product: string): `product:${string}` {
  return `product:${product}`;
}

export const MEMBER_TOPIC = 'me';

/** Reads a client's frame. Null if the text is not a frame: too long, not JSON, unknown or malformed. */
export function parseClientFrame(text: string): ClientFrame | null {
  return text.length > CLIENT_FRAME_BYTES_MAX ? null : parseFrame(clientFrame, text);
}

/** Reads a server's frame. Null if this client does not know it; the client then ignores the frame. */
export function parseServerFrame(text: string): ServerFrame | null {
  return parseFrame(serverFrame, text);
}

function parseFrame<T extends z.ZodMiniType>(schema: T, text: string): z.infer<T> | null {
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
