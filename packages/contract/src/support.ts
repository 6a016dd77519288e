import * as z from 'zod/mini';
import { countSchema, idSchema, isoSchema, moneySchema, priceSchema, walletSchema } from './envelope.ts';
import { idField, imageField, missingOr, optionalText, pageFields, requiredText } from './fields.ts';
import { DIRECTIONS, ORDER_RESULTS, ORDER_STATUSES, VOID_REASONS } from './trading.ts';

/*
 * What members write to the site, and the answers. A message about an order is a dispute. The server answers a dispute with
 * an automatic check of the order's receipt: facts that a client shows as text in the member's language.
 */

/** The author. `check` is a program, and is never shown as a person. `visitor` has no session. */
export const SUPPORT_AUTHORS = ['member', 'visitor', 'check', 'operator'] as const;

/** In UTF-16 units, after trimming. */
export const SUPPORT_TEXT_MAX = 2_000;

/** Line breaks are allowed; other control characters and invalid characters are not. */
const LINES = /^(?:\n|[^\p{Cc}\p{Cs}])*$/u;

/** POST /api/support/messages. With an order, it is a dispute about that order, which must be the member's own. */
export const supportText = requiredText({
  max: SUPPORT_TEXT_MAX,
  kind: 'words',
  pattern: LINES,
  required: 'MESSAGE_REQUIRED',
  length: 'MESSAGE_TOO_LONG',
  invalid: 'MESSAGE_INVALID',
});
export const supportBody = z.strictObject({ text: supportText, orderId: z.optional(idField) });
export type SupportBody = z.infer<typeof supportBody>;

/** POST /api/support/pictures: a form. With a picture there is no text; the server draws it again. */
export const supportPictureBody = z.strictObject({ picture: imageField });

/** GET /api/support/pictures/{id}. */
export const supportPictureParams = z.strictObject({ id: idField });

/**
 * Whoever has no session keeps a conversation by a secret of their device, sent in this header: 43 characters of base64url,
 * the random bytes made on the device. The server stores only its hash.
 */
export const VISITOR_HEADER = 'x-candor-visitor';
export const VISITOR_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** POST /api/support/visitor/messages. The first message of a conversation needs the captcha, if the site has it on. */
export const visitorBody = z.strictObject({
  text: supportText,
  code: optionalText({ max: 16, kind: 'number', invalid: 'CAPTCHA_WRONG' }),
  uuid: optionalText({ max: 64, kind: 'code', invalid: 'CAPTCHA_EXPIRED' }),
});

/** Query of GET /api/support/visitor/messages. */
export const visitorQuery = z.strictObject(pageFields);

/** Query of GET /api/support/messages; with an order, only messages about that order. */
export const supportQuery = z.strictObject({ order: z.optional(idField), ...pageFields });

const messageId = z
  .string({ error: missingOr('FIELD_REQUIRED', 'FIELD_INVALID') })
  .check(z.regex(/^[1-9]\d{0,17}$/, { error: 'FIELD_INVALID' }));

/** POST /api/support/messages/read: the member has seen everything up to this message. */
export const supportReadBody = z.strictObject({ upTo: messageId });

/**
 * valid: the receipt is correct from end to end. provisional: everything so far is correct; the check runs again when
 * the order is settled and its close is signed. invalid: the receipt is not correct. unavailable: there is no receipt
 * to check, as for orders from long before the first signed checkpoint.
 */
export const CHECK_VERDICTS = ['valid', 'provisional', 'invalid', 'unavailable'] as const;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

const priceMoment = z.object({ at: isoSchema, price: priceSchema });

/** The result of an automatic check, from the receipt alone. */
export const supportFinding = z.object({
  verdict: z.enum(CHECK_VERDICTS),
  /** How the order ended; null while it is open, and if there is no receipt. */
  status: z.nullable(z.enum(ORDER_RESULTS)),
  /** Why it was voided; else null. */
  reason: z.nullable(z.enum(VOID_REASONS)),
  entry: z.nullable(priceMoment),
  exit: z.nullable(priceMoment),
  profit: z.nullable(moneySchema),
  /** How many ticks and signed checkpoints were checked. */
  ticks: countSchema,
  checkpoints: countSchema,
  /** The first step that failed (packages/proof), and its problem; null unless invalid. */
  failed: z.nullable(z.object({ step: z.string(), problem: z.string() })),
});
export type SupportFinding = z.infer<typeof supportFinding>;

/** The parts of an order that a card shows, as they are now. */
export const supportOrder = z.object({
  id: idSchema,
  no: z.string(),
  product: z.string(),
  direction: z.enum(DIRECTIONS),
  wallet: walletSchema,
  stake: moneySchema,
  status: z.enum(ORDER_STATUSES),
  profit: z.nullable(moneySchema),
});
export type SupportOrder = z.infer<typeof supportOrder>;

export const supportMessage = z.object({
  /** Also the reference number that people see. */
  id: z.string(),
  author: z.enum(SUPPORT_AUTHORS),
  /** Null for a check, whose content is the finding, and for a picture. */
  text: z.nullable(z.string()),
  /** Where the picture is; the path is null once it was erased. */
  picture: z.nullable(z.object({ path: z.nullable(z.string()) })),
  finding: z.nullable(supportFinding),
  /** The dispute that a check answers. */
  answers: z.nullable(z.string()),
  order: z.nullable(supportOrder),
  /** For a dispute: its newest verdict, null before the first. Null for every other message. */
  checked: z.nullable(z.enum(CHECK_VERDICTS)),
  createdAt: isoSchema,
});
export type SupportMessage = z.infer<typeof supportMessage>;

/** data of GET /api/support/messages: newest first. `unread` counts unseen messages about all orders. */
export const supportView = z.object({
  items: z.array(supportMessage),
  nextCursor: z.nullable(z.string()),
  unread: countSchema,
  /** The id up to which an operator has seen the messages; '0' if none. */
  deskRead: z.string(),
});
export type SupportView = z.infer<typeof supportView>;

/** data of POST /api/support/messages/read. */
export const supportReadView = z.object({ unread: countSchema });

/** data of GET /api/support/visitor/messages. `isKnown` is false before the first message, and after the conversation expired. */
export const visitorView = z.object({ ...supportView.shape, isKnown: z.boolean() });
export type VisitorView = z.infer<typeof visitorView>;

/** Pairs of minutes after midnight of each weekday, from Sunday on, in the site's time zone. */
export const serviceHoursSchema = z.array(z.array(z.tuple([z.int(), z.int()])));

/** data of GET /api/support/service: whether operators answer now, and until when that holds. */
export const serviceView = z.object({
  isOpen: z.boolean(),
  /** Whether an operator answered somebody in the last minutes: only then is anyone called online. */
  isAnswering: z.boolean(),
  /** Within how many minutes nine of ten of the newest questions that were answered got their answer; null while there are few. */
  answerMinutes: z.nullable(countSchema),
  changesAt: z.nullable(isoSchema),
  hours: serviceHoursSchema,
  timeZone: z.string(),
});
export type ServiceView = z.infer<typeof serviceView>;
