import { isTurned, readWords } from '@candor/domain/text/typed-text';
import * as z from 'zod/mini';
import { countSchema, idSchema, isoSchema, moneySchema, pageOf } from './envelope.ts';
import { amountText, missingOr, oneOf, requiredText } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { proposalFields, proposalsQuery, reasonField } from './proposals.ts';

/*
 * The settings of the site: one document in parts, each with its versions. One operator proposes, another approves; what only looks, and
 * everything before the site opens, needs no other.
 */

export const SITE_PARTS = ['look', 'identity', 'access', 'maintenance', 'limits', 'basis', 'opening'] as const;
export type SitePartName = (typeof SITE_PARTS)[number];
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;

export const SITE_NAME_MAX = 24;
export const SITE_CONTACT_MAX = 120;
export const SITE_FOOTER_MAX = 300;

/** One line that people read. Markup means nothing anywhere and is refused, so that nobody has to wonder. */
const LINE = /^[^\p{C}\p{Zl}\p{Zp}<>]*$/u;

function line(max: number) {
  return z.string({ error: 'FIELD_INVALID' }).check(
    z.overwrite(readWords),
    z.refine<string>((text) => !isTurned(text), { error: 'TEXT_TURNED' }),
    z.regex(LINE, { error: 'FIELD_INVALID' }),
    z.maxLength(max, { error: 'FIELD_INVALID' }),
  );
}

const text = z.string();
const languages = z.array(z.enum(LANGUAGES));
const window = z.object({ from: isoSchema, until: isoSchema });

/** What each part says, as the server answers it. */
const values = {
  look: z.object({ logo: z.nullable(text), primary: z.nullable(text) }),
  identity: z.object({
    name: text,
    languages,
    contact: z.object({ email: text, phone: text, address: text }),
    footer: z.object({ 'zh-Hans': text, 'zh-Hant': text, en: text }),
  }),
  access: z.object({ registration: z.enum(REGISTRATIONS), identityRequired: z.boolean() }),
  maintenance: z.object({ windows: z.array(window) }),
  limits: z.object({ open: z.nullable(moneySchema), day: z.nullable(moneySchema) }),
  basis: z.object({ currency: text, symbol: text, decimals: countSchema, timeZone: text }),
  opening: z.object({ open: z.boolean() }),
} as const;
export const siteValues = values;

const amount = amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID');
const moment = requiredText({ max: 24, pattern: /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, trim: false });

/** The same, as it is proposed. */
const proposed = {
  look: z.strictObject({
    logo: z.nullable(requiredText({ max: 64, pattern: /^[0-9a-f]{64}$/, trim: false })),
    primary: z.nullable(requiredText({ max: 7, pattern: /^#[0-9a-f]{6}$/, trim: false })),
  }),
  identity: z.strictObject({
    name: requiredText({ max: SITE_NAME_MAX, pattern: LINE, kind: 'words' }),
    languages: z.array(oneOf(LANGUAGES), { error: 'FIELD_INVALID' }).check(
      z.minLength(1, { error: 'FIELD_REQUIRED' }),
      z.maxLength(LANGUAGES.length, { error: 'FIELD_INVALID' }),
      z.refine((list) => new Set(list).size === list.length, { error: 'FIELD_INVALID' }),
    ),
    contact: z.strictObject({
      email: line(SITE_CONTACT_MAX).check(
        z.refine((given) => given === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given), { error: 'EMAIL_INVALID' }),
      ),
      phone: line(SITE_CONTACT_MAX),
      address: line(SITE_CONTACT_MAX),
    }),
    footer: z.strictObject({
      'zh-Hans': line(SITE_FOOTER_MAX),
      'zh-Hant': line(SITE_FOOTER_MAX),
      en: line(SITE_FOOTER_MAX),
    }),
  }),
  access: z.strictObject({
    registration: oneOf(REGISTRATIONS),
    identityRequired: z.boolean({ error: 'FIELD_INVALID' }),
  }),
  maintenance: z.strictObject({
    windows: z
      .array(z.strictObject({ from: moment, until: moment }), { error: 'FIELD_INVALID' })
      .check(z.maxLength(4, { error: 'FIELD_INVALID' })),
  }),
  /** Both or none. */
  limits: z.strictObject({ open: z.nullable(amount), day: z.nullable(amount) }),
  basis: z.strictObject({
    currency: requiredText({ max: 3, pattern: /^[A-Z]{3}$/ }),
    symbol: requiredText({ max: 5, pattern: /^[^\s\p{C}<>]+$/u, kind: 'words' }),
    decimals: z
      .int({ error: 'FIELD_INVALID' })
      .check(z.minimum(0, { error: 'FIELD_INVALID' }), z.maximum(4, { error: 'FIELD_INVALID' })),
    timeZone: requiredText({ max: 64, pattern: /^[A-Za-z0-9_+/-]+$/ }),
  }),
  opening: z.strictObject({ open: z.literal(true, { error: 'FIELD_INVALID' }) }),
} as const;

function bodyOf<const P extends SitePartName>(part: P) {
  return z.strictObject({
    part: z.literal(part),
    /** The version that the operator saw; 0 before the first. */
    base: z.int({ error: 'FIELD_INVALID' }).check(z.minimum(0, { error: 'FIELD_INVALID' })),
    value: proposed[part],
    reason: reasonField,
  });
}

/** A logo as it is sent. It is drawn again into LOGO_BOX; members see it at a height of about 40 pixels. */
export const LOGO_BYTES_MAX = 512 * 1024;
export const LOGO_BOX = { width: 480, height: 160, sideMin: 24 } as const;

/** POST /api/console/site/logos: a form. */
export const siteLogoBody = z.strictObject({
  logo: z
    .file({ error: missingOr('IMAGE_REQUIRED', 'IMAGE_INVALID') })
    .check(z.minSize(1, { error: 'IMAGE_INVALID' }), z.maxSize(LOGO_BYTES_MAX, { error: 'SITE_LOGO_SIZE' })),
});

/** How it was drawn again. It is named by the SHA-256 of its bytes, and is no logo of the site yet. */
export const siteLogoView = z.object({ id: text, width: countSchema, height: countSchema });
export type SiteLogoView = z.infer<typeof siteLogoView>;

/** POST /api/console/site/changes. */
export const siteChangeBody = z.discriminatedUnion(
  'part',
  [
    bodyOf('look'),
    bodyOf('identity'),
    bodyOf('access'),
    bodyOf('maintenance'),
    bodyOf('limits'),
    bodyOf('basis'),
    bodyOf('opening'),
  ],
  { error: 'FIELD_INVALID' },
);
export type SiteChangeBody = z.infer<typeof siteChangeBody>;

export const siteChangeParams = z.object({ id: idSchema });
export const siteChangesQuery = z.strictObject(proposalsQuery);

function changeOf<const P extends SitePartName>(part: P) {
  return z.object({
    id: idSchema,
    part: z.literal(part),
    base: countSchema,
    before: values[part],
    value: values[part],
    /** One operator was enough. */
    alone: z.boolean(),
    ...proposalFields,
  });
}
export const siteChangeView = z.discriminatedUnion('part', [
  changeOf('look'),
  changeOf('identity'),
  changeOf('access'),
  changeOf('maintenance'),
  changeOf('limits'),
  changeOf('basis'),
  changeOf('opening'),
]);
export type SiteChangeView = z.infer<typeof siteChangeView>;
export const siteChangesView = pageOf(siteChangeView);

function partOf<const P extends SitePartName>(part: P) {
  return z.object({
    version: countSchema,
    value: values[part],
    /** The proposal that waits. */
    open: z.nullable(idSchema),
  });
}

/** GET /api/console/site. */
export const siteSettingsView = z.object({
  look: partOf('look'),
  identity: partOf('identity'),
  access: partOf('access'),
  maintenance: partOf('maintenance'),
  limits: partOf('limits'),
  basis: partOf('basis'),
  opening: partOf('opening'),
  /** Whether currency and time zone can still be chosen. */
  basisFree: z.boolean(),
  /** What a new site needs before it opens, and whether it is there. */
  checklist: z.object({ channels: countSchema, products: countSchema, operators: countSchema }),
});
export type SiteSettingsView = z.infer<typeof siteSettingsView>;
