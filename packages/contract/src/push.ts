import * as z from 'zod/mini';
import { oneOf, requiredText } from './fields.ts';
import { LANGUAGES } from './languages.ts';

/* Notifications of a device while the site is closed, by the member's consent. */

/**
 * `alert` is what the member asked for: a price that was reached, and a market that opened. `identity`, `security` and `support`
 * are messages to the member (messages.ts); of `security` those that the member may not know of.
 */
export const PUSH_KINDS = [
  'settlement',
  'deposit',
  'withdrawal',
  'identity',
  'security',
  'support',
  'alert',
  'notice',
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

function bytesText(chars: number) {
  return requiredText({ max: chars, min: chars, pattern: /^[\w-]+$/ });
}

/** PUT /api/account/push. What the browser gave for this device, and what the member chose. */
export const pushBody = z.strictObject({
  endpoint: requiredText({ max: 1_000, pattern: /^https?:\/\/[^\s\p{Cc}]+$/u, invalid: 'PUSH_SERVICE_UNKNOWN' }),
  /** base64url: the key of the device (65 bytes) and its secret (16 bytes). */
  keys: z.strictObject({ p256dh: bytesText(87), auth: bytesText(22) }, { error: 'FIELD_INVALID' }),
  kinds: z
    .array(oneOf(PUSH_KINDS), { error: 'FIELD_INVALID' })
    .check(z.minLength(1, { error: 'FIELD_REQUIRED' }), z.maxLength(PUSH_KINDS.length, { error: 'FIELD_INVALID' })),
  /** Whether amounts may stand in a notification: it is shown on a locked screen too. */
  amounts: z.boolean({ error: 'FIELD_INVALID' }),
  language: oneOf(LANGUAGES),
});
export type PushBody = z.infer<typeof pushBody>;

/** GET /api/account/push: what this device has chosen, and the key that its browser needs to subscribe. */
export const pushView = z.object({
  key: z.string(),
  chosen: z.nullable(z.object({ endpoint: z.string(), kinds: z.array(z.enum(PUSH_KINDS)), amounts: z.boolean() })),
});
export type PushView = z.infer<typeof pushView>;

/** What arrives at the device, decrypted. `path` is a page of the app with its query; `domain` the code of the site. */
export const pushNews = z.object({
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  path: z.string(),
  domain: z.nullable(z.string()),
});
export type PushNews = z.infer<typeof pushNews>;
