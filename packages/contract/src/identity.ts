import { isTurned, readName } from '@candor/domain/text/typed-text';
import * as z from 'zod/mini';
import { envelopeOf, idSchema, isoSchema, moneySchema, pageOf, walletSchema } from './envelope.ts';
import { idField, oneOf, optionalText, pageFields, PLAIN_TEXT, queryInteger, requiredText } from './fields.ts';
import { LANGUAGES } from './languages.ts';

/*
 * Configuration, captcha, login, the member's own figures, profile and sessions. Registration is in registration.ts: the
 * other screens do not load its rules.
 */

/** The captcha's answer and id. Both stay empty while the site's captcha is switched off. */
export const captchaFields = {
  code: optionalText({ max: 16, kind: 'number', invalid: 'CAPTCHA_WRONG' }),
  uuid: optionalText({ max: 64, kind: 'code', invalid: 'CAPTCHA_EXPIRED' }),
};

/** The fields that a form requires while the captcha is switched on. */
export const captchaRequiredFields = {
  code: requiredText({ max: 16, kind: 'number', required: 'CAPTCHA_REQUIRED', invalid: 'CAPTCHA_WRONG' }),
  uuid: requiredText({ max: 64, kind: 'code', required: 'CAPTCHA_EXPIRED', invalid: 'CAPTCHA_EXPIRED' }),
};

/**
 * The public key with which this session will sign its calls (signed-calls.ts), base64url: the 65 bytes of a P-256 point,
 * or the 32 of an Ed25519 key. A session that was opened without one cannot move money.
 */
export const deviceKeyField = optionalText({ max: 87, pattern: /^(?:B[\w-]{86}|[\w-]{43})$/ });

const loginFields = {
  username: requiredText({
    max: 64,
    kind: 'code',
    required: 'USERNAME_REQUIRED',
    length: 'USERNAME_LENGTH',
    invalid: 'USERNAME_ILLEGAL',
  }),
  /** Any text: the server decides whether it is the password. */
  pwd: requiredText({
    max: 128,
    pattern: /^[^]*$/,
    trim: false,
    required: 'PASSWORD_REQUIRED',
    length: 'PASSWORD_LENGTH',
  }),
  /** The value that an earlier login on this device returned. A wrong value counts as none. */
  device: optionalText({ max: 128, kind: 'code' }),
  deviceKey: deviceKeyField,
};

/** POST /api/login/login. The username is trimmed. A wrong name and a wrong password give one error, LOGIN_FAILED. */
export const loginBody = z.strictObject({ ...loginFields, ...captchaFields });
export type LoginBody = z.infer<typeof loginBody>;
/** The same for a site whose captcha is switched on. */
export const loginCaptchaBody = z.strictObject({ ...loginFields, ...captchaRequiredFields });

/** POST /logout takes no fields. An empty object is accepted because some clients always send one. */
export const logoutBody = z.optional(z.strictObject({}));

/** data of POST /api/login/login and /register. */
export const tokenView = z.object({
  token: z.string(),
  /** Sent with later logins, so that failed logins of others do not lock out this device. It alone gives no access. */
  device: z.string(),
});
export type TokenView = z.infer<typeof tokenView>;

/** How hard a captcha is. CAPTCHA_HARDER gives the level that a login needs in `params.level`. */
export const CAPTCHA_LEVELS = [0, 1, 2] as const;
export type CaptchaLevel = (typeof CAPTCHA_LEVELS)[number];

/** Query of GET /captchaImage; without a level the picture has level 0. */
export const captchaQuery = z.strictObject({
  level: z.optional(z.pipe(queryInteger(0, 2), z.literal(CAPTCHA_LEVELS))),
});

/** data of GET /captchaImage; `uuid` and `img` are empty while the captcha is switched off. */
export const captchaView = z.object({
  uuid: z.string(),
  img: z.string(),
  captchaEnabled: z.boolean(),
});
export type CaptchaView = z.infer<typeof captchaView>;

export const MODES = ['practice', 'live'] as const;

export const licenceView = z.object({
  entity: z.string(),
  number: z.string(),
  regulator: z.string(),
  /** ISO 3166-1 alpha-2 codes of the countries whose residents may register. */
  countries: z.array(z.string()),
});

/** data of GET /api/index/getconf. */
export const siteConfigView = z.object({
  /** The code that the site is bound to; null on an unbound site, where the domain checks do not apply. */
  domain: z.nullable(z.string()),
  web_logo: z.string(),
  name: z.string(),
  mode: z.enum(MODES),
  /** `decimals`: the number of decimals of every amount. */
  currency: z.object({
    code: z.string().check(z.minLength(1)),
    symbol: z.string(),
    decimals: z.number().check(z.int(), z.minimum(0), z.maximum(4)),
  }),
  languages: z.array(z.enum(LANGUAGES)),
  /** A chat on another site, which replaces the one that is built in. */
  service_url: z.nullable(z.string()),
  /** Where the app can be downloaded. */
  download_url: z.nullable(z.string()),
  /** Hosts whose pages the app may show in a frame: `host`, `host:port` or `*.host`. */
  webview_hosts: z._default(z.array(z.string()), []),
  /** Address of one square of the map, with {z}, {x} and {y}; null: the map has outlines only. */
  map_tiles_url: z._default(z.nullable(z.string()), null),
  /** One to three base URLs, tried in turn; an empty string means the page's own origin. */
  hosts: z.array(z.string()),
  captcha: z.object({ enabled: z.boolean() }),
  registration: z.object({
    open: z.boolean(),
    inviteRequired: z.boolean(),
    identityRequired: z.boolean(),
  }),
  /** The colour of main buttons, pressed, and what is written on it; null: that of the product. */
  colour: z._default(z.nullable(z.object({ primary: z.string(), pressed: z.string(), label: z.string() })), null),
  /** How members reach whoever runs the site; empty where it says nothing. */
  contact: z._default(z.object({ email: z.string(), phone: z.string(), address: z.string() }), {
    email: '',
    phone: '',
    address: '',
  }),
  /** A line at the end of pages, by language; empty: none. */
  footer: z._default(z.record(z.enum(LANGUAGES), z.string()), { 'zh-Hans': '', 'zh-Hant': '', en: '' }),
  /** When no order, deposit or withdrawal is taken, in order. */
  maintenance: z._default(z.array(z.object({ from: isoSchema, until: isoSchema })), []),
  /** IANA name of the business time zone. */
  timeZone: z.string(),
  serverTime: isoSchema,
  version: z.string(),
  /** Only in live mode; the footer of every page shows it. */
  licence: z.optional(licenceView),
});
/** What only asks the time needs. */
export const siteTimeView = z.pick(siteConfigView, { serverTime: true });

export type SiteConfigView = z.infer<typeof siteConfigView>;

/** data of GET /api/index/userInfo. */
export const userInfoView = z.object({
  /** The public id of this session, never the token. If it is missing, the client logs out. */
  sessionkey: z.string(),
  /** Address of the picture; empty for the default one. */
  avatar: z.string(),
  userName: z.string(),
});
export type UserInfoView = z.infer<typeof userInfoView>;

/** GET /api/index/userInfo returns roles and permissions beside `data`. */
export const userInfoEnvelope = z.extend(envelopeOf(userInfoView), {
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
});
export type UserInfoEnvelope = z.infer<typeof userInfoEnvelope>;

/** data of GET /api/index/member: invested amount and the earnings of two business dates. */
export const memberView = z.object({
  userInfo: z.object({
    invest_count: moneySchema,
    yesterday_count: moneySchema,
    today_count: moneySchema,
  }),
});
export type MemberView = z.infer<typeof memberView>;

/** Query of GET /api/user/money. */
export const moneyQuery = z.strictObject({ wallet: z.optional(oneOf(['practice', 'cash'])) });

/** data of GET /api/user/money: usermoney = available + held + invested + savings. openStake is not in the total. */
export const moneyView = z.object({
  usermoney: moneySchema,
  available: moneySchema,
  held: moneySchema,
  invested: moneySchema,
  savings: moneySchema,
  openStake: moneySchema,
  wallet: walletSchema,
  /** ISO 4217 code. */
  currency: z.string(),
});
export type MoneyView = z.infer<typeof moneyView>;

/** The colour of a rising price; null follows the language. */
export const RISE_COLOURS = ['red', 'green', 'blue'] as const;
export const THEMES = ['dark', 'light', 'system'] as const;
export const VERIFICATION_STATUSES = ['none', 'pending', 'verified', 'rejected'] as const;

/** data of GET and PUT /api/account/profile. */
export const profileView = z.object({
  userName: z.string(),
  avatar: z.string(),
  /** The name shown to the member; empty until chosen. */
  nickname: z.string(),
  /** Phone, name and ID number arrive masked. */
  phone: z.string(),
  email: z.nullable(z.string()),
  realName: z.nullable(z.string()),
  idNumber: z.nullable(z.string()),
  country: z.nullable(z.string()),
  inviteCode: z.string(),
  verification: z.enum(VERIFICATION_STATUSES),
  language: z.nullable(z.enum(LANGUAGES)),
  riseColour: z.nullable(z.enum(RISE_COLOURS)),
  theme: z.enum(THEMES),
  /** Larger text and controls. */
  care: z.boolean(),
  /** When language, colours, theme or care mode were last chosen, on any device; null if never. */
  looksAt: z.nullable(isoSchema),
  /** IANA name; null follows the device. */
  timeZone: z.nullable(z.string()),
  createdAt: isoSchema,
});
export type ProfileView = z.infer<typeof profileView>;

/** PUT /api/account/profile: a missing field stays; null (for the nickname: empty text) resets the choice. */
export const profileBody = z
  .strictObject({
    nickname: z.optional(
      z.string({ error: 'NAME_INVALID' }).check(
        z.overwrite(readName),
        z.maxLength(32, { error: 'NAME_INVALID' }),
        z.regex(PLAIN_TEXT, { error: 'NAME_INVALID' }),
        z.refine((text) => !isTurned(text), { error: 'TEXT_TURNED' }),
      ),
    ),
    email: z.optional(
      z.nullable(
        requiredText({
          max: 254,
          pattern: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
          required: 'EMAIL_INVALID',
          invalid: 'EMAIL_INVALID',
        }),
      ),
    ),
    language: z.optional(z.nullable(oneOf(LANGUAGES))),
    riseColour: z.optional(z.nullable(oneOf(RISE_COLOURS))),
    theme: z.optional(oneOf(THEMES)),
    care: z.optional(z.boolean({ error: 'FIELD_INVALID' })),
    timeZone: z.optional(z.nullable(requiredText({ max: 64, pattern: /^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+){0,2}$/ }))),
  })
  .check(z.refine((body) => Object.keys(body).length > 0, { error: 'INFORMATION_EMPTY' }));
export type ProfileBody = z.infer<typeof profileBody>;

/** One line of GET /api/account/sessions, newest first. */
export const sessionView = z.object({
  id: idSchema,
  current: z.boolean(),
  /** The browser's user agent, shortened. */
  device: z.string(),
  address: z.nullable(z.string()),
  createdAt: isoSchema,
  lastSeenAt: isoSchema,
  expiresAt: isoSchema,
});
export type SessionView = z.infer<typeof sessionView>;

export const sessionsQuery = z.strictObject(pageFields);
export const sessionsView = pageOf(sessionView);
export type SessionsView = z.infer<typeof sessionsView>;

/** data of DELETE /api/account/sessions: how many other sessions were ended. */
export const sessionsEndedView = z.object({ ended: z.number().check(z.int(), z.minimum(0)) });

/** Path of DELETE /api/account/sessions/{id}. */
export const sessionParams = z.strictObject({ id: idField });
