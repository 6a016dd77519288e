import * as z from 'zod/mini';
import { isoSchema } from './envelope.ts';
import { idField, optionalText, requiredText } from './fields.ts';
import { deviceKeyField } from './identity.ts';

/*
 * The second factor of a member: an authenticator, passkeys and recovery codes; the second step of a login; and the
 * confirmation that sensitive calls ask for.
 */

export const PASSKEY_NAME_MAX = 40;

/** Bytes as WebAuthn writes them in JSON. */
function base64url(max: number) {
  return z
    .string({ error: 'PASSKEY_REFUSED' })
    .check(z.maxLength(max, { error: 'PASSKEY_REFUSED' }), z.regex(/^[\w-]+$/, { error: 'PASSKEY_REFUSED' }));
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const passkeyFields = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key') };

/** What a browser says when a passkey signs. Fields beyond these are dropped. */
export const passkeyAssertion = z.object({
  ...passkeyFields,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** What a browser says when a passkey was made. */
export const passkeyCreation = z.object({
  ...passkeyFields,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(16))).check(z.maxLength(8))),
  }),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(TRANSPORTS)),
});

/** What a browser needs to ask a passkey to sign. */
export const assertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
});
export type AssertionOptions = z.infer<typeof assertionOptions>;

/** What a browser needs to make a passkey. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('required') }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** Six digits of the authenticator, or a recovery code. Blanks and hyphens are ignored. */
const factorCode = optionalText({ max: 32, pattern: /^[\p{L}\p{N} -]+$/u, invalid: 'FACTOR_CODE_WRONG' });
const challengeToken = requiredText({
  max: 64,
  pattern: /^[\w-]{43}$/,
  required: 'FACTOR_CHALLENGE_EXPIRED',
  invalid: 'FACTOR_CHALLENGE_EXPIRED',
});

type Given = { code?: unknown; passkey?: unknown; pwd?: unknown };

/** Exactly one proof. */
function isOneProof({ code, passkey, pwd }: Given): boolean {
  return [code, passkey, pwd].filter((proof) => proof !== undefined).length === 1;
}

const ONE_PROOF = z.refine<Given>(isOneProof, { path: ['code'], error: 'FACTOR_CODE_REQUIRED' });

/** POST /api/login/factor/options: what a passkey has to sign at the second step of a login. */
export const secondStepOptionsBody = z.strictObject({ challenge: challengeToken });

/** POST /api/login/factor: the second step of a login. `challenge` is from SECOND_FACTOR_REQUIRED. */
export const secondStepBody = z
  .strictObject({
    challenge: challengeToken,
    code: factorCode,
    passkey: z.optional(passkeyAssertion),
    /** As in the first step. */
    device: optionalText({ max: 128, kind: 'code' }),
    deviceKey: deviceKeyField,
  })
  .check(ONE_PROOF);
export type SecondStepBody = z.infer<typeof secondStepBody>;

/** data of POST /api/login/factor/options and of POST /api/account/confirmation/options. */
export const assertionOptionsView = z.object({ options: assertionOptions });

/** POST /api/account/confirmation: the member shows that it is them. `pwd` counts only without a second factor. */
export const confirmationBody = z
  .strictObject({
    code: factorCode,
    passkey: z.optional(passkeyAssertion),
    pwd: z.optional(
      requiredText({
        max: 128,
        pattern: /^[^]*$/,
        trim: false,
        required: 'PASSWORD_REQUIRED',
        length: 'PASSWORD_LENGTH',
      }),
    ),
  })
  .check(ONE_PROOF);
export type ConfirmationBody = z.infer<typeof confirmationBody>;

/** data of GET /api/account/factors. */
export const factorsView = z.object({
  /** Null: the authenticator is off. */
  totpSince: z.nullable(isoSchema),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      addedAt: isoSchema,
      lastUsedAt: z.nullable(isoSchema),
      /** The host name it works at. */
      host: z.string(),
    }),
  ),
  /** How many recovery codes were not used yet. */
  recoveryLeft: z.int(),
});
export type FactorsView = z.infer<typeof factorsView>;

/** data of POST /api/account/factors/totp: a secret that counts only once a code of it was sent. */
export const totpSecretView = z.object({
  /** Base32, for typing it into an authenticator. */
  secret: z.string(),
  /** The same as an otpauth address, for a QR code. */
  uri: z.string(),
});
export type TotpSecretView = z.infer<typeof totpSecretView>;

/** PUT /api/account/factors/totp. */
export const totpBody = z.strictObject({
  code: requiredText({
    kind: 'number',
    max: 16,
    pattern: /^\d{3}[ -]?\d{3}$/,
    required: 'FACTOR_CODE_REQUIRED',
    invalid: 'FACTOR_CODE_WRONG',
  }),
});

/** data of the calls that turn on a factor. The codes are told once: with the first factor, or when they are made anew. */
export const recoveryCodesView = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export type RecoveryCodesView = z.infer<typeof recoveryCodesView>;

/** data of POST /api/account/factors/passkeys/options. */
export const creationOptionsView = z.object({ options: creationOptions });

const passkeyName = {
  name: requiredText({ max: PASSKEY_NAME_MAX, required: 'PASSKEY_NAME_REQUIRED', invalid: 'PASSKEY_NAME_REQUIRED' }),
};

/** What a form has of it before the browser makes the passkey. */
export const passkeyNameBody = z.strictObject(passkeyName);

/** POST /api/account/factors/passkeys. */
export const passkeyBody = z.strictObject({ ...passkeyName, passkey: passkeyCreation });
export type PasskeyBody = z.infer<typeof passkeyBody>;

/** Path of DELETE /api/account/factors/passkeys/{id}. */
export const passkeyParams = z.strictObject({ id: idField });
