import * as z from 'zod/mini';
import { countSchema, dateSchema, idSchema, isoSchema, pageOf } from './envelope.ts';
import { idField, missingOr, oneOf, optionalText, pageFields, requiredText } from './fields.ts';
import { person } from './proposals.ts';
import { supportText } from './support.ts';

/*
 * Complaints: what a member objects to. Each has a number, is answered within fifteen business days, and has steps that the member
 * sees. Nothing here changes an order or money.
 */

export const COMPLAINT_TOPICS = ['order', 'deposit', 'withdrawal', 'account', 'service', 'other'] as const;
export type ComplaintTopic = (typeof COMPLAINT_TOPICS)[number];

/** received, taken and asked are open: asked waits for the member's reply. */
export const COMPLAINT_STATES = ['received', 'taken', 'asked', 'answered', 'withdrawn'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

export const COMPLAINT_STEPS = ['received', 'taken', 'asked', 'replied', 'answered', 'withdrawn'] as const;
export type ComplaintStep = (typeof COMPLAINT_STEPS)[number];

/** upheld: the member was right. */
export const COMPLAINT_DECISIONS = ['upheld', 'partly', 'rejected'] as const;
export type ComplaintDecision = (typeof COMPLAINT_DECISIONS)[number];

/** So many of one member may be open at once. The database says so too. */
export const COMPLAINTS_OPEN_MAX = 5;
/** So many replies of the member one complaint takes. The database says so too. */
export const COMPLAINT_REPLIES_MAX = 30;

/** What a complaint may name: a thing of its member. */
export const COMPLAINT_SUBJECTS = ['order', 'deposit', 'withdrawal'] as const;
export type ComplaintSubject = (typeof COMPLAINT_SUBJECTS)[number];

const numberField = z
  .string({ error: missingOr('FIELD_REQUIRED', 'FIELD_INVALID') })
  .check(z.regex(/^[1-9]\d{0,17}$/, { error: 'FIELD_INVALID' }));

const openingFields = {
  topic: oneOf(COMPLAINT_TOPICS),
  text: supportText,
  about: z.optional(z.strictObject({ kind: oneOf(COMPLAINT_SUBJECTS), id: idField })),
  /** The message of the chat that it is made from. */
  messageId: z.optional(numberField),
};

/** POST /api/support/complaints. */
export const complaintBody = z.strictObject(openingFields);
export type ComplaintBody = z.infer<typeof complaintBody>;

/** The number of a complaint in a path. */
export const complaintParams = z.strictObject({ id: numberField });

/** Query of GET /api/support/complaints. */
export const complaintsQuery = z.strictObject(pageFields);

/** POST /api/support/complaints/{id}/replies. */
export const complaintReplyBody = z.strictObject({ text: supportText });

const stepFields = {
  seq: countSchema,
  kind: z.enum(COMPLAINT_STEPS),
  text: z.nullable(z.string()),
  decision: z.nullable(z.enum(COMPLAINT_DECISIONS)),
  at: isoSchema,
};

const complaintFields = {
  /** Its number. */
  id: z.string(),
  topic: z.enum(COMPLAINT_TOPICS),
  text: z.string(),
  /** `name`: the number of the order, the reference of the deposit or withdrawal. */
  about: z.nullable(z.object({ kind: z.enum(COMPLAINT_SUBJECTS), id: idSchema, name: z.string() })),
  state: z.enum(COMPLAINT_STATES),
  decision: z.nullable(z.enum(COMPLAINT_DECISIONS)),
  openedAt: isoSchema,
  /** The last business date on which it is answered in time, and the moment at which that date ends. */
  dueOn: dateSchema,
  dueAt: isoSchema,
  /** Business days until then, negative when it is late; null once it ended. */
  daysLeft: z.nullable(z.int()),
  endedAt: z.nullable(isoSchema),
};

export const complaintStepView = z.object(stepFields);
export type ComplaintStepView = z.infer<typeof complaintStepView>;

export const complaintView = z.object({ ...complaintFields, steps: z.array(complaintStepView) });
export type ComplaintView = z.infer<typeof complaintView>;

/** data of GET /api/support/complaints: newest first. */
export const complaintsView = pageOf(complaintView);
export type ComplaintsView = z.infer<typeof complaintsView>;

/** `open` and `late` are those without an answer; late ones have passed their date. */
export const COMPLAINT_QUEUES = ['open', 'late', 'ended', 'all'] as const;
export type ComplaintQueue = (typeof COMPLAINT_QUEUES)[number];

/** GET /api/console/complaints: what is due first, then the newest that ended. */
export const complaintQueueQuery = z.strictObject({
  ...pageFields,
  queue: z.optional(oneOf(COMPLAINT_QUEUES)),
  topic: z.optional(oneOf(COMPLAINT_TOPICS)),
  member: optionalText({ max: 32, kind: 'search' }),
});
export type ComplaintQueueQuery = z.infer<typeof complaintQueueQuery>;

/** POST /api/console/complaints: an operator writes down what a member said. */
export const recordComplaintBody = z.strictObject({
  memberId: requiredText({ max: 18, pattern: /^[1-9]\d{0,17}$/ }),
  ...openingFields,
});

/** POST /api/console/complaints/{id}/questions. */
export const askComplaintBody = z.strictObject({ text: supportText });

/** POST /api/console/complaints/{id}/answer. */
export const answerComplaintBody = z.strictObject({ decision: oneOf(COMPLAINT_DECISIONS), text: supportText });

export const operatorComplaintView = z.object({
  ...complaintFields,
  member: person,
  /** Who works on it. */
  operator: z.nullable(person),
  /** Who wrote it down for the member. */
  recordedBy: z.nullable(person),
  messageId: z.nullable(z.string()),
  steps: z.array(z.object({ ...stepFields, operator: z.nullable(z.string()) })),
});
export type OperatorComplaintView = z.infer<typeof operatorComplaintView>;
export const operatorComplaintsView = pageOf(operatorComplaintView);

/** data of GET /api/console/complaint-figures: now, and of those that were opened in the last 365 days. */
export const complaintFiguresView = z.object({
  open: countSchema,
  late: countSchema,
  opened: countSchema,
  answered: countSchema,
  withdrawn: countSchema,
  upheld: countSchema,
  partly: countSchema,
  rejected: countSchema,
  /** Answered on or before the date that was promised. */
  inTime: countSchema,
  /** Business days to the answer: half of them took no longer. Null without an answer. */
  medianDays: z.nullable(countSchema),
  topics: z.array(z.object({ topic: z.enum(COMPLAINT_TOPICS), complaints: countSchema })),
});
export type ComplaintFiguresView = z.infer<typeof complaintFiguresView>;
