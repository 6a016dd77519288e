import * as z from 'zod/mini';
import { isoSchema, pageOf } from './envelope.ts';
import { imageField, oneOf, optionalText, pageFields, PERSON_NAME_MAX, requiredText } from './fields.ts';
import { VERIFICATION_STATUSES } from './identity.ts';
import { memberLanguage, noteField, noteWithOther, REASONS } from './reasons.ts';

/*
 * What a member shows of themselves: the bank card, the identity documents and the picture. The console's review of documents.
 */

/** The banks of the mainland; their names are texts of the apps. Those of other countries are in banks.ts. */
export const BANKS = [
  'ICBC',
  'ABC',
  'BOC',
  'CCB',
  'BOCOM',
  'PSBC',
  'CMB',
  'CITIC',
  'CEB',
  'CMBC',
  'CIB',
  'SPDB',
  'PAB',
  'HXB',
  'CGB',
  'CZB',
  'CBHB',
  'BOB',
  'BOS',
  'JSB',
  'NJCB',
  'NBCB',
] as const;
export type Bank = (typeof BANKS)[number];
export const BANK_CHARS_MAX = 60;

const currentWithdrawPassword = requiredText({
  max: 128,
  pattern: /^[^]*$/,
  trim: false,
  required: 'WITHDRAW_PASSWORD_REQUIRED',
});

/** POST /api/account/bank-card. The rules of a card number are in the domain, for forms and server alike. */
export const bankCardBody = z.strictObject({
  /** Left out, it is the name that the site knows. */
  holder: optionalText({ max: PERSON_NAME_MAX, kind: 'name', invalid: 'NAME_INVALID' }),
  number: requiredText({
    max: 40,
    kind: 'number',
    required: 'BANK_CARD_NUMBER_REQUIRED',
    invalid: 'BANK_CARD_INVALID',
  }),
  /** The code of a listed bank, or the name of any other. */
  bank: requiredText({ min: 2, max: BANK_CHARS_MAX, required: 'BANK_REQUIRED', invalid: 'BANK_REQUIRED' }),
  branch: optionalText({ max: 64 }),
  withdrawPwd: currentWithdrawPassword,
});
export type BankCardBody = z.infer<typeof bankCardBody>;

/** DELETE /api/account/bank-card */
export const bankCardRemovalBody = z.strictObject({ withdrawPwd: currentWithdrawPassword });
export type BankCardRemovalBody = z.infer<typeof bankCardRemovalBody>;

/** data of GET and POST /api/account/bank-card; null while no card is bound. */
export const bankCardView = z.object({
  /** The first character, then stars. */
  holder: z.string(),
  /** "6222 **** **** 1234" */
  number: z.string(),
  bank: z.string(),
  branch: z.nullable(z.string()),
  boundAt: isoSchema,
});
export type BankCardView = z.infer<typeof bankCardView>;

/** The parts of the documents, in the order of the form. */
export const VERIFICATION_PARTS = ['realName', 'idNumber', 'front', 'back'] as const;
export const REJECTION_REASONS = REASONS.verificationRejected;

/**
 * POST /api/account/verification, as multipart. A part that is left out is kept from the rejected submission, unless that
 * part was found wrong.
 */
export const verificationBody = z.strictObject({
  realName: optionalText({ max: PERSON_NAME_MAX, kind: 'name', invalid: 'NAME_INVALID' }),
  idNumber: optionalText({ max: 32, kind: 'number', invalid: 'ID_NUMBER_INVALID' }),
  front: z.optional(imageField),
  back: z.optional(imageField),
});
export type VerificationBody = z.infer<typeof verificationBody>;

/** data of GET and POST /api/account/verification. Name and number are masked. */
export const verificationView = z.object({
  status: z.enum(VERIFICATION_STATUSES),
  realName: z.nullable(z.string()),
  idNumber: z.nullable(z.string()),
  submittedAt: z.nullable(isoSchema),
  decidedAt: z.nullable(isoSchema),
  /** Only when rejected. */
  reason: z.nullable(z.enum(REJECTION_REASONS)),
  /** The parts to send again. */
  wrong: z.array(z.enum(VERIFICATION_PARTS)),
});
export type VerificationView = z.infer<typeof verificationView>;

/** POST /api/account/avatar, as multipart. */
export const avatarBody = z.strictObject({ avatar: imageField });
export type AvatarBody = z.infer<typeof avatarBody>;
/** `avatar` is an address that needs the member's token; empty without a picture. */
export const avatarView = z.object({ avatar: z.string() });
export type AvatarView = z.infer<typeof avatarView>;
export const avatarParams = z.strictObject({ id: z.guid({ error: 'FIELD_INVALID' }) });

// The console ---------------------------------------------------------------------------------------------------------

export const SUBMISSION_STATUSES = ['pending', 'verified', 'rejected'] as const;
/** Who works on a waiting submission. */
export const REVIEW_OWNERS = ['free', 'mine', 'others'] as const;

/** Query of GET /api/console/verifications. Waiting submissions come oldest first, decided ones newest first. */
export const reviewsQuery = z.strictObject({
  ...pageFields,
  status: z.optional(oneOf(SUBMISSION_STATUSES)),
  taken: z.optional(oneOf(REVIEW_OWNERS)),
  /** The beginning of a user name. */
  username: optionalText({ max: 32, pattern: /^[A-Za-z0-9_]+$/ }),
});

const numberId = z.string().check(z.regex(/^\d{1,18}$/));
const operatorName = z.object({ username: z.string(), isMe: z.boolean() });

export const reviewItem = z.object({
  id: numberId,
  username: z.string(),
  language: memberLanguage,
  status: z.enum(SUBMISSION_STATUSES),
  version: z.int(),
  submittedAt: isoSchema,
  takenBy: z.nullable(operatorName),
  /** How often this member submitted before. */
  earlier: z.int(),
  /** Other members who submitted the same identity number. */
  duplicates: z.int(),
});
export type ReviewItem = z.infer<typeof reviewItem>;

export const reviewsView = z.extend(pageOf(reviewItem), {
  /** All waiting submissions. */
  waiting: z.int(),
});
export type ReviewsView = z.infer<typeof reviewsView>;

export const reviewParams = z.strictObject({
  id: z.string({ error: 'FIELD_INVALID' }).check(z.regex(/^\d{1,18}$/, { error: 'FIELD_INVALID' })),
});

/** data of GET /api/console/verifications/{id}: everything but the photos. */
export const reviewView = z.object({
  id: numberId,
  language: reviewItem.shape.language,
  status: z.enum(SUBMISSION_STATUSES),
  version: z.int(),
  submittedAt: isoSchema,
  takenBy: z.nullable(operatorName),
  decidedBy: z.nullable(operatorName),
  decidedAt: z.nullable(isoSchema),
  reason: z.nullable(z.enum(REJECTION_REASONS)),
  note: z.nullable(z.string()),
  wrong: z.array(z.enum(VERIFICATION_PARTS)),
  realName: z.string(),
  idNumber: z.string(),
  birthDate: z.nullable(z.string()),
  member: z.object({
    id: numberId,
    username: z.string(),
    /** Masked. */
    phone: z.string(),
    country: z.nullable(z.string()),
    registeredAt: isoSchema,
    frozen: z.boolean(),
    /** The name given at registration. */
    givenName: z.nullable(z.string()),
    /** The holder of the bound card. */
    cardHolder: z.nullable(z.string()),
    cardBank: z.nullable(z.string()),
  }),
  earlier: z.array(
    z.object({
      id: numberId,
      status: z.enum(SUBMISSION_STATUSES),
      submittedAt: isoSchema,
      reason: z.nullable(z.enum(REJECTION_REASONS)),
    }),
  ),
  duplicates: z.array(z.object({ id: numberId, username: z.string(), status: z.enum(SUBMISSION_STATUSES) })),
});
export type ReviewView = z.infer<typeof reviewView>;

/** POST /api/console/verifications/{id}/take, /release and /verify. `version` is the one the operator saw. */
export const reviewActBody = z.strictObject({ version: z.int({ error: 'FIELD_REQUIRED' }) });
/** POST /api/console/verifications/{id}/reject */
export const reviewRejectBody = z
  .strictObject({
    version: z.int({ error: 'FIELD_REQUIRED' }),
    reason: oneOf(REJECTION_REASONS, 'REJECTION_REASON_REQUIRED'),
    wrong: z
      .array(oneOf(VERIFICATION_PARTS), { error: 'WRONG_PART_REQUIRED' })
      .check(z.minLength(1, { error: 'WRONG_PART_REQUIRED' }), z.maxLength(VERIFICATION_PARTS.length)),
    note: noteField,
  })
  .check(noteWithOther);
export type ReviewRejectBody = z.infer<typeof reviewRejectBody>;
