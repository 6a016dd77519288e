import * as z from 'zod/mini';
import { countSchema, idSchema, isoSchema, priceSchema } from './envelope.ts';
import { idField, oneOf, productCodeField, requiredText } from './fields.ts';
import { FEEDS } from './market.ts';

/* What members want to hear of: a price that is reached, a market that opens. */

export const ALERT_SIDES = ['above', 'below'] as const;
export type AlertSide = (typeof ALERT_SIDES)[number];

/** POST /api/market/alerts. The server checks the decimals of the product. */
export const alertBody = z.strictObject({
  product: productCodeField,
  side: oneOf(ALERT_SIDES),
  price: requiredText({
    max: 24,
    pattern: /^-?\d{1,18}(\.\d{1,8})?$/,
    required: 'ALERT_PRICE_REQUIRED',
    invalid: 'ALERT_PRICE_INVALID',
  }),
});
export type AlertBody = z.infer<typeof alertBody>;

/** POST /api/market/reminders */
export const reminderBody = z.strictObject({ product: productCodeField });
export type ReminderBody = z.infer<typeof reminderBody>;

export const alertView = z.object({
  id: idSchema,
  product: z.string(),
  side: z.enum(ALERT_SIDES),
  price: priceSchema,
  /** The kind of feed it was set on. Prices of another kind do not reach it. */
  feed: z.enum(FEEDS),
  createdAt: isoSchema,
  expiresAt: isoSchema,
  state: z.enum(['waiting', 'fired', 'expired']),
  /** The published tick that reached it. Anyone can read this tick and its hash. */
  fired: z.nullable(z.object({ seq: countSchema, at: isoSchema, price: priceSchema })),
});
export type AlertView = z.infer<typeof alertView>;

export const reminderView = z.object({
  id: idSchema,
  product: z.string(),
  opensAt: isoSchema,
  createdAt: isoSchema,
  /** When the member was told; null while the market is closed. */
  toldAt: z.nullable(isoSchema),
});
export type ReminderView = z.infer<typeof reminderView>;

/** data of GET /api/market/alerts, newest first: what waits, and the last of what happened. */
export const alertsView = z.object({
  alerts: z.array(alertView),
  reminders: z.array(reminderView),
  /** How many alerts may wait at once. */
  max: countSchema,
});
export type AlertsView = z.infer<typeof alertsView>;

/** data of DELETE /api/market/alerts/{id} and /api/market/reminders/{id}: false if there was none. */
export const removedView = z.object({ removed: z.boolean() });

/** Path of the calls on one alert or reminder. */
export const alertParams = z.strictObject({ id: idField });
