import * as z from 'zod/mini';
import { countSchema, isoSchema, pageOf } from './envelope.ts';
import { idField, missingOr, oneOf, optionalText, pageFields, requiredText } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { serviceHoursSchema, supportMessage, supportText } from './support.ts';

/*
 * Support in the console: conversations with members and visitors, who has them, what is answered often, and when
 * operators answer.
 */

/** Open conversations that nobody has, those of the caller, all open ones, and closed ones. */
export const OPERATOR_QUEUES = ['unassigned', 'mine', 'all', 'closed'] as const;
export type OperatorQueue = (typeof OPERATOR_QUEUES)[number];

/** GET /api/console/support/conversations. `q` is in a message, or begins the user name of the member. */
export const conversationsQuery = z.strictObject({
  ...pageFields,
  queue: z.optional(oneOf(OPERATOR_QUEUES)),
  q: optionalText({ max: 64, kind: 'search' }),
});

const idText = z.string({ error: missingOr('FIELD_REQUIRED', 'FIELD_INVALID') });
const numberId = idText.check(z.regex(/^[1-9]\d{0,17}$/, { error: 'FIELD_INVALID' }));
const conversationId = z
  .string({ error: 'CONVERSATION_NOT_FOUND' })
  .check(z.regex(/^[1-9]\d{0,17}$/, { error: 'CONVERSATION_NOT_FOUND' }));
export const conversationParams = z.object({ id: conversationId });
export const conversationPictureParams = z.object({ id: conversationId, file: idField });

export const conversationView = z.object({
  id: z.string(),
  /** Null for a visitor. */
  member: z.nullable(z.object({ id: z.string(), username: z.string() })),
  language: z.enum(LANGUAGES),
  isClosed: z.boolean(),
  operator: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** Of the person, after what an operator last saw. */
  unread: countSchema,
  /** When the oldest message without an answer was written; null if none waits. */
  waitingSince: z.nullable(isoSchema),
  last: supportMessage.shape.author,
  /** The beginning of the newest message; null for a picture or a finding. */
  preview: z.nullable(z.string()),
  lastAt: isoSchema,
  createdAt: isoSchema,
});
export type ConversationView = z.infer<typeof conversationView>;

export const conversationsView = z.object({
  ...pageOf(conversationView).shape,
  counts: z.object({ unassigned: countSchema, mine: countSchema, all: countSchema }),
});
export type ConversationsView = z.infer<typeof conversationsView>;

const operatorMessage = z.object({
  ...supportMessage.shape,
  /** Who answered; null for messages of others. */
  operator: z.nullable(z.string()),
});
export type OperatorMessage = z.infer<typeof operatorMessage>;

/** GET .../messages: newest first. */
export const conversationMessagesQuery = z.strictObject(pageFields);
export const conversationMessagesView = z.object({
  ...pageOf(operatorMessage).shape,
  conversation: conversationView,
  /** The ids up to which the person and an operator have seen the messages; '0' if none. */
  personRead: z.string(),
  deskRead: z.string(),
});
export type ConversationMessagesView = z.infer<typeof conversationMessagesView>;

/** POST .../messages. */
export const answerBody = z.strictObject({ text: supportText });
/** POST .../read: an operator has seen everything up to this message. */
export const operatorReadBody = z.strictObject({ upTo: numberId });
/** POST .../assign: to a colleague, or to nobody. */
export const assignBody = z.strictObject({ operatorId: z.nullable(numberId) });
/** POST .../take, .../close and .../reopen. */
export const conversationActBody = z.strictObject({});

/** data of GET /api/console/support/operators: who may answer. */
export const supportOperatorsView = z.array(z.object({ id: z.string(), username: z.string() }));

/** The version that the operator edited. */
function versionField(min: number) {
  return z
    .int({ error: 'FIELD_INVALID' })
    .check(z.minimum(min, { error: 'FIELD_INVALID' }), z.maximum(1_000_000, { error: 'FIELD_INVALID' }));
}

const CANNED_TITLE_MAX = 40;
const cannedTexts = z.strictObject({ 'zh-Hans': supportText, 'zh-Hant': supportText, en: supportText });
/** `version` is the one that was edited; 0 for a new one. */
export const cannedBody = z.strictObject({
  version: versionField(0),
  title: requiredText({ max: CANNED_TITLE_MAX }),
  texts: cannedTexts,
  isRemoved: z.boolean({ error: missingOr('FIELD_REQUIRED', 'FIELD_INVALID') }),
});
export type CannedBody = z.infer<typeof cannedBody>;
export const cannedParams = z.object({ id: idField });
export const cannedView = z.object({
  id: z.string(),
  version: countSchema,
  title: z.string(),
  texts: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  /** Null for those that came with the program. */
  operator: z.nullable(z.string()),
  at: isoSchema,
});
export type CannedView = z.infer<typeof cannedView>;
export const cannedListView = z.array(cannedView);

const minutes = z.int({ error: 'SERVICE_HOURS_INVALID' });
const DAYS = 7;
const SPANS_MAX = 3;
/** PUT /api/console/support/hours. The domain says which hours are possible. `version` is the one that was edited. */
export const hoursBody = z.strictObject({
  version: versionField(1),
  hours: z
    .array(
      z
        .array(z.tuple([minutes, minutes], { error: 'SERVICE_HOURS_INVALID' }), { error: 'SERVICE_HOURS_INVALID' })
        .check(z.maxLength(SPANS_MAX, { error: 'SERVICE_HOURS_INVALID' })),
      { error: missingOr('FIELD_REQUIRED', 'SERVICE_HOURS_INVALID') },
    )
    .check(z.length(DAYS, { error: 'SERVICE_HOURS_INVALID' })),
});
export const hoursView = z.object({
  version: countSchema,
  hours: serviceHoursSchema,
  timeZone: z.string(),
  operator: z.nullable(z.string()),
  at: isoSchema,
});
export type HoursView = z.infer<typeof hoursView>;
