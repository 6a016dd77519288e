import * as z from 'zod/mini';
import { natsServers } from '../bus/nats-servers.ts';
import { databaseHosts } from '../db/database-hosts.ts';
import { ROLES } from '../db/roles.ts';
import type { Role } from '../db/roles.ts';
import { isPushHost, PUSH_SERVICES } from '../http/push-hosts.ts';
import { isProxyEntry } from '../http/trusted-proxies.ts';
import { isInside } from './inside-address.ts';
import { checkedAlarms } from './checked-alarms.ts';
import type { AlarmWays } from './checked-alarms.ts';
import {
  checkedAuthority,
  checkedBeacon,
  checkedCurrency,
  checkedGateway,
  checkedTimeZone,
} from './checked-services.ts';
import { checkedSigning, tokenSettings } from './checked-signing.ts';
import { checkedWitnesses } from './checked-witnesses.ts';
import type { WitnessEntry } from './checked-witnesses.ts';
import type { KeptDays } from './kept-days.ts';
import { tracingEnvironment, tracingOf } from './tracing-settings.ts';
import type { TracingSettings } from './tracing-settings.ts';

/**
 * Not a setting of an operator: the parent process names here the socket between the roles http and console.
 */
export const CONSOLE_LINK_SETTING = 'CANDOR_CONSOLE_LINK';
/** Where the process of pictures listens; without it, a process that needs it starts its own. */
export const PICTURES_LINK_SETTING = 'CANDOR_PICTURES_LINK';

/**
 * Every setting of the server, read once from the environment and checked before anything starts.
 * docs/operations.md documents each one. A wrong value stops the start with an error that names the setting.
 */
function list(allowed: readonly string[]) {
  return z.pipe(
    z.string(),
    z.transform((text, ctx) => {
      const names = entriesOf(text);
      const unknown = names.filter((name) => !allowed.includes(name));
      if (unknown.length > 0 || names.length === 0)
        ctx.issues.push({ code: 'custom', input: text, message: `use some of ${allowed.join(', ')}` });
      return names;
    }),
  );
}

function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'a whole number')),
    z.transform((text, ctx) => {
      const value = Number(text);
      if (value < min || value > max)
        ctx.issues.push({ code: 'custom', input: text, message: `between ${min} and ${max}` });
      return value;
    }),
  );
}

const PROXIES_MAX = 100;
const PROXY_SETTINGS = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;

const optionalText = z.optional(z.string());

/** A URL of one host or several. It is not repeated in a message: it may hold a password. */
function urlOfHosts(check: (text: string) => unknown) {
  return z.pipe(
    z.string(),
    z.transform((text, ctx) => {
      try {
        check(text);
        return text;
      } catch (error) {
        const message = error instanceof Error ? error.message : 'no URL';
        ctx.issues.push({ code: 'custom', input: undefined, message });
        return z.NEVER;
      }
    }),
  );
}

const databaseUrl = urlOfHosts(databaseHosts);
const natsUrl = urlOfHosts(natsServers);

/** The address of a proxy for what the site calls. Like curl, a host and port alone are those of an HTTP proxy. */
const proxyAddress = z.pipe(
  z.string(),
  z.transform((text, ctx) => {
    const address = text.includes('://') ? text : `http://${text}`;
    if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address;
    // The text is not repeated: an address of a proxy may hold a password.
    ctx.issues.push({ code: 'custom', input: undefined, message: 'an http or https address of a proxy' });
    return z.NEVER;
  }),
);

const environment = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 8080),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), '.candor'),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_OWNER_URL: z.optional(databaseUrl),
  DATABASE_HTTP_URL: z.optional(databaseUrl),
  DATABASE_FEED_URL: z.optional(databaseUrl),
  DATABASE_WORKER_URL: z.optional(databaseUrl),
  DATABASE_CONSOLE_URL: z.optional(databaseUrl),
  NATS_URL: z.optional(natsUrl),
  NATS_HTTP_URL: z.optional(natsUrl),
  NATS_FEED_URL: z.optional(natsUrl),
  NATS_WORKER_URL: z.optional(natsUrl),
  NATS_CONSOLE_URL: z.optional(natsUrl),
  NATS_CA_FILE: optionalText,
  S3_ENDPOINT: optionalText,
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'))),
  S3_REGION: z._default(z.string().check(z.regex(/^[\w-]+$/, 'a region')), 'us-east-1'),
  S3_PREFIX: z._default(z.string().check(z.regex(/^([\w-]+(\/[\w-]+)*)?\/?$/, 'a path of plain parts')), ''),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_CREDENTIALS_FILE: optionalText,
  S3_CA_FILE: optionalText,
  ...tokenSettings,
  SIGNER_SOCKET: optionalText,
  ROLES: z._default(list(ROLES), [...ROLES]),
  MODE: z._default(z.enum(['practice']), 'practice'),
  SETUP: z._default(z.enum(['on', 'off']), 'off'),
  FEED: z._default(z.enum(['auto', 'live', 'replay', 'simulated']), 'auto'),
  FEED_SEED: optionalText,
  DEMO_PAST: z._default(z.enum(['on', 'off']), 'on'),
  BEACON: z._default(z.string(), 'https://api.drand.sh'),
  FEED_HISTORY_DAYS: z._default(wholeNumber(1, 30), 30),
  REJECTED_PHOTOS_DAYS: z._default(wholeNumber(1, 3_650), 90),
  SUPPORT_PICTURES_DAYS: z._default(wholeNumber(1, 3_650), 180),
  ORDER_MONTHS_KEPT: z._default(wholeNumber(3, 1_200), 24),
  DATA_FILE_DAYS: z._default(wholeNumber(1, 30), 7),
  CLOSING_DAYS: z._default(wholeNumber(0, 90), 7),
  ERASE_CLOSED_DAYS: z._default(wholeNumber(1, 3_650), 30),
  KEEP_IDENTITY_DAYS: z._default(wholeNumber(1, 7_300), 1_826),
  STATEMENT_FILE_DAYS: z._default(wholeNumber(1, 7_300), 3_653),
  MARKETDATA_DIR: z._default(z.string(), './marketdata'),
  SECRETS_DIR: optionalText,
  SITE_TIME_ZONE: z._default(z.string(), 'Asia/Shanghai'),
  SITE_CURRENCY: z._default(z.string(), 'CNY'),
  SITE_CURRENCY_DECIMALS: z.optional(wholeNumber(0, 4)),
  SITE_CURRENCY_SYMBOL: z.optional(
    z.string().check(z.regex(/^[^\s\p{C}]{1,5}$/u, 'one to five characters, no blanks')),
  ),
  HOSTS: z._default(z.string(), ''),
  TRUSTED_PROXIES: z._default(z.string(), 'loopback'),
  CAPTCHA: z._default(z.enum(['on', 'off']), 'on'),
  LIMITS: z._default(z.enum(['memory', 'shared']), 'memory'),
  PUZZLE_FREE_LOGINS: z._default(wholeNumber(1, 1_000_000), 10),
  SEED_PASSWORD: optionalText,
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  SITE_DOMAIN: optionalText,
  METRICS_PORT: z.optional(wholeNumber(1, 65_535)),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  DRAIN_SEC: z._default(wholeNumber(0, 120), 0),
  READY_TICK_AGE_SEC: z._default(wholeNumber(0, 86_400), 30),
  READY_DISK_FREE_MB: z._default(wholeNumber(0, 100_000_000), 256),
  ETHEREUM_RPC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  ETHEREUM_USDT_CONTRACT: z._default(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hex digits')),
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ),
  TRON_RPC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  TRON_USDT_CONTRACT: z._default(
    z.string().check(z.regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'an address of TRON: T and 33 letters and digits')),
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ),
  WEBVIEW_HOSTS: z._default(z.string(), ''),
  SUPPORT_CHAT_URL: z.optional(z.url({ protocol: /^https$/ })),
  APP_DOWNLOAD_URL: z.optional(z.url({ protocol: /^https$/ })),
  MAP_TILES_URL: z.optional(
    z
      .url({ protocol: /^https$/ })
      .check(z.regex(/^[^{}]*\{z\}[^{}]*\{x\}[^{}]*\{y\}[^{}]*$/, 'an address with {z}, {x} and {y}')),
  ),
  PUSH_HOSTS: z._default(z.string(), ''),
  PUSH_CONTACT: z.optional(z.string().check(z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'mailto: or https:'))),
  WITNESSES: z._default(z.string(), ''),
  TIMESTAMP_AUTHORITY: z.optional(z.url({ protocol: /^https?$/ })),
  TIMESTAMP_ROOTS: optionalText,
  ALARM_WEBHOOK_URL: optionalText,
  ALARM_WEBHOOK_SECRET: optionalText,
  ALARM_SMTP_URL: optionalText,
  ALARM_MAIL_FROM: optionalText,
  ALARM_MAIL_TO: optionalText,
  ALARM_MAIL_LANGUAGE: z._default(z.enum(['zh-Hans', 'zh-Hant', 'en']), 'zh-Hans'),
  CODE_GATEWAY_URL: z.optional(z.url({ protocol: /^https?$/ })),
  CODE_GATEWAY_TOKEN: z.optional(z.string().check(z.minLength(16))),
  HTTP_PROXY: z.optional(proxyAddress),
  HTTPS_PROXY: z.optional(proxyAddress),
  NO_PROXY: optionalText,
  CONSOLE_PORT: z.optional(wholeNumber(0, 65_535)),
  CONSOLE_HOST: optionalText,
  [CONSOLE_LINK_SETTING]: optionalText,
  [PICTURES_LINK_SETTING]: optionalText,
  ...tracingEnvironment.shape,
});

/** `code` is from ISO 4217, `symbol` goes before amounts, `decimals` is their number of decimals, 0 to 4. */
export interface SiteCurrency {
  code: string;
  symbol: string;
  decimals: number;
}

/** `except` lists host names, separated by commas. Undefined: there is no proxy. */
export interface OutgoingProxies {
  http: string | undefined;
  https: string | undefined;
  except: string | undefined;
}

export interface OutsidePages {
  /** Hosts whose pages may be shown inside the app: `host`, `host:port` or `*.host`. Includes that of `chatUrl`. */
  webviewHosts: readonly string[];
  /** Replaces the chat that is built in. */
  chatUrl: string | undefined;
  appUrl: string | undefined;
  /** Address of one square of the map, with {z}, {x} and {y}. */
  mapTilesUrl: string | undefined;
}

/** Whoever reads the figures names `token`; undefined: whoever reaches the address may. Health needs none. */
export interface MetricsAddress {
  port: number;
  host: string;
  token: string | undefined;
}

export interface Config extends KeptDays {
  port: number;
  host: string;
  dataDir: string;
  /** One login that can switch to every role. If no database URL is set, the embedded Postgres is used. */
  databaseUrl: string | undefined;
  /** For migrations and for preparing the site; falls back to databaseUrl. */
  databaseOwnerUrl: string | undefined;
  /** A login for a single role; overrides databaseUrl. */
  databaseRoleUrls: Readonly<Record<Role, string | undefined>>;
  /** The server that carries news between processes, and the file of the certificates that vouch for it. Undefined: the database does. */
  news: { urlOf: (role: Role) => string; caFile: string | undefined } | undefined;
  /** The bucket of archived ticks and of members' pictures. Undefined: both are folders of DATA_DIR. */
  bucket: BucketSettings | undefined;
  roles: ReadonlySet<Role>;
  mode: 'practice' | 'live';
  /** Whether a new site is set up in the console, with no seeded accounts. Nothing to a site that exists. */
  isSetUp: boolean;
  feed: 'auto' | 'live' | 'replay' | 'simulated';
  /** Only for tests: makes the simulator repeatable. */
  feedSeed: string | undefined;
  /** Whether the demo account of a new practice site trades and saves by itself at first. */
  demoPast: boolean;
  /** Address of a relay of public randomness for simulated prices, without a slash at its end; undefined: none. */
  beacon: string | undefined;
  /** How many days of candles the simulator makes up for a new site. */
  feedHistoryDays: number;
  /** How many months after its end a month of orders may not be archived. */
  orderMonthsKept: number;
  marketdataDir: string;
  secretsDir: string;
  /** The key that signs is on a token: which one, or the socket of the process that holds it. Undefined: it is a file of secretsDir. */
  signing: ReturnType<typeof checkedSigning>;
  siteTimeZone: string;
  siteCurrency: SiteCurrency;
  /** Base URLs the client may use; when empty, its own origin. */
  hosts: readonly string[];
  /** Proxies whose client address is trusted: addresses, ranges or `loopback`. */
  trustedProxies: readonly string[];
  captcha: boolean;
  /** Whether each node has limits of its own, or all share them. */
  limits: 'memory' | 'shared';
  /** How many logins an address may make in ten minutes before its puzzles cost more. */
  puzzleFreeLogins: number;
  seedPassword: string | undefined;
  siteDomain: string | undefined;
  logLevel: string;
  /** Where the figures and the health of the roles of this process are served. Undefined: nowhere but on the role's own address. */
  metrics: MetricsAddress | undefined;
  /** Undefined: nothing is traced, and nothing for it is loaded. */
  tracing: TracingSettings | undefined;
  /** How long a process that is to stop says that it is not ready, and works on, so that balancers send no more to it. */
  drainMs: number;
  /** What a role that is ready needs; 0 of either: it is not looked at. */
  readyNeeds: { tickAgeSecMax: number; diskFreeMbMin: number };
  /** How payments in USDT are read. On a chain that is not here, an operator sees only what members claim. */
  chains: readonly { network: 'erc20' | 'trc20'; rpcUrl: string; contract: string }[];
  /** Push services that may be called. */
  pushHosts: readonly string[];
  /** Where a push service may complain. */
  pushContact: string | undefined;
  /** Who is asked to cosign the heads of the order log. */
  witnesses: readonly WitnessEntry[];
  /** Who time-stamps the heads of the order log, and the file with the certificates that vouch for it. */
  timeAuthority: { url: string; rootsFile: string } | undefined;
  /** The service that sends text messages. Undefined: a practice site shows codes to their member, a live site has none. */
  codeGateway: { url: string; token: string } | undefined;
  /** Where alarms go outside the console. */
  alarms: AlarmWays;
  /** Pages outside the site that the member client shows or links to. */
  outside: OutsidePages;
  /** The proxies for what the site calls, and the hosts that are called without them. */
  outgoing: OutgoingProxies;
  /** The console's own address. Undefined: the role http passes the console's calls on to it. */
  consoleAddress: { port: number; host: string } | undefined;
  /** The socket over which http passes calls on to the console; set by the parent of both. */
  consoleLink: string | undefined;
  /** The socket of the process of pictures, when the parent keeps one. */
  picturesLink: string | undefined;
}

/** The key stands in the settings, or in a file with two lines: its id and its secret. */
export interface BucketSettings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly prefix: string;
  readonly key: { readonly id: string; readonly secret: string } | { readonly file: string };
  readonly caFile: string | undefined;
}

/** @throws Error that names each wrong setting, for the person who starts the server. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // Proxies are often set in small letters, and these come first, as in curl.
  const proxies = PROXY_SETTINGS.map((name) => [name, env[name.toLowerCase()] || env[name]] as const);
  const entries = [...Object.entries(env), ...proxies];
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Settings are wrong:\n${lines.join('\n')}`);
  }
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL,
    databaseRoleUrls: {
      http: e.DATABASE_HTTP_URL,
      feed: e.DATABASE_FEED_URL,
      worker: e.DATABASE_WORKER_URL,
      console: e.DATABASE_CONSOLE_URL,
    },
    news: checkedNews(e, {
      http: e.NATS_HTTP_URL,
      feed: e.NATS_FEED_URL,
      worker: e.NATS_WORKER_URL,
      console: e.NATS_CONSOLE_URL,
    }),
    bucket: checkedBucket(e),
    roles: new Set(ROLES.filter((role) => e.ROLES.includes(role))),
    mode: e.MODE,
    isSetUp: e.SETUP === 'on',
    feed: e.FEED,
    feedSeed: e.FEED_SEED,
    demoPast: e.DEMO_PAST === 'on',
    beacon: checkedBeacon(e.BEACON),
    feedHistoryDays: e.FEED_HISTORY_DAYS,
    rejectedPhotosDays: e.REJECTED_PHOTOS_DAYS,
    supportPicturesDays: e.SUPPORT_PICTURES_DAYS,
    orderMonthsKept: e.ORDER_MONTHS_KEPT,
    dataFileDays: e.DATA_FILE_DAYS,
    closingDays: e.CLOSING_DAYS,
    eraseClosedDays: e.ERASE_CLOSED_DAYS,
    keepIdentityDays: e.KEEP_IDENTITY_DAYS,
    statementFileDays: e.STATEMENT_FILE_DAYS,
    marketdataDir: e.MARKETDATA_DIR,
    secretsDir: e.SECRETS_DIR ?? `${e.DATA_DIR}/secrets`,
    signing: checkedSigning(e),
    siteTimeZone: checkedTimeZone(e.SITE_TIME_ZONE),
    siteCurrency: checkedCurrency(e.SITE_CURRENCY, e.SITE_CURRENCY_DECIMALS, e.SITE_CURRENCY_SYMBOL),
    hosts: checkedHosts(e.HOSTS),
    trustedProxies: checkedProxies(e.TRUSTED_PROXIES),
    captcha: e.CAPTCHA === 'on',
    limits: e.LIMITS,
    puzzleFreeLogins: e.PUZZLE_FREE_LOGINS,
    seedPassword: e.SEED_PASSWORD,
    siteDomain: e.SITE_DOMAIN,
    logLevel: e.LOG_LEVEL,
    metrics: checkedMetrics(e),
    tracing: tracingOf(e),
    drainMs: e.DRAIN_SEC * 1000,
    readyNeeds: { tickAgeSecMax: e.READY_TICK_AGE_SEC, diskFreeMbMin: e.READY_DISK_FREE_MB },
    chains: [
      { network: 'erc20' as const, rpcUrl: e.ETHEREUM_RPC_URL, contract: e.ETHEREUM_USDT_CONTRACT },
      { network: 'trc20' as const, rpcUrl: e.TRON_RPC_URL, contract: e.TRON_USDT_CONTRACT },
    ].flatMap(({ rpcUrl, ...chain }) => (rpcUrl === undefined ? [] : [{ ...chain, rpcUrl }])),
    pushHosts: checkedPushHosts(e.PUSH_HOSTS),
    pushContact: e.PUSH_CONTACT,
    witnesses: checkedWitnesses(entriesOf(e.WITNESSES)),
    timeAuthority: checkedAuthority(e.TIMESTAMP_AUTHORITY, e.TIMESTAMP_ROOTS),
    codeGateway: checkedGateway(e.CODE_GATEWAY_URL, e.CODE_GATEWAY_TOKEN),
    alarms: checkedAlarms(e),
    outside: {
      webviewHosts: checkedWebviewHosts(e.WEBVIEW_HOSTS, e.SUPPORT_CHAT_URL),
      chatUrl: e.SUPPORT_CHAT_URL,
      appUrl: e.APP_DOWNLOAD_URL,
      mapTilesUrl: e.MAP_TILES_URL,
    },
    outgoing: { http: e.HTTP_PROXY, https: e.HTTPS_PROXY, except: e.NO_PROXY },
    consoleAddress: e.ROLES.includes('console') ? checkedConsole(e.MODE, e.HOST, e) : undefined,
    consoleLink: e[CONSOLE_LINK_SETTING],
    picturesLink: e[PICTURES_LINK_SETTING],
  };
}

/** Figures say much of a site. At an address that is not inside a network they need a token, or the start stops. */
function checkedMetrics(e: {
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
  METRICS_TOKEN?: string | undefined;
}): MetricsAddress | undefined {
  if (e.METRICS_PORT === undefined) return undefined;
  if (e.METRICS_TOKEN === undefined && !isInside(e.METRICS_HOST))
    throw new Error(
      `Settings are wrong:\n  METRICS_HOST: ${e.METRICS_HOST} may be open to everybody. Name an address of an inner network, or set METRICS_TOKEN`,
    );
  return { port: e.METRICS_PORT, host: e.METRICS_HOST, token: e.METRICS_TOKEN };
}

/** Either every role of this process has a login for the news, or none. */
function checkedNews(
  {
    NATS_URL: shared,
    NATS_CA_FILE: caFile,
    ROLES: roles,
  }: { NATS_URL?: string | undefined; NATS_CA_FILE?: string | undefined; ROLES: readonly string[] },
  own: Readonly<Record<Role, string | undefined>>,
): Config['news'] {
  if (shared === undefined && Object.values(own).every((url) => url === undefined)) return undefined;
  const missing = ROLES.find((role) => roles.includes(role) && (own[role] ?? shared) === undefined);
  if (missing !== undefined)
    throw new Error(`Settings are wrong:\n  NATS_${missing.toUpperCase()}_URL: set it, or set NATS_URL`);
  return { urlOf: (role) => own[role] ?? shared ?? '', caFile };
}

/** Without encryption only on this machine: the key signs, but what is stored would be read on the way. */
function checkedBucket({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: id,
  S3_SECRET_ACCESS_KEY: secret,
  S3_CREDENTIALS_FILE: file,
  ...e
}: Pick<z.infer<typeof environment>, 'S3_REGION' | 'S3_PREFIX' | `S3_${S3Setting}`>): Config['bucket'] {
  if ([endpoint, bucket, id, secret, file].every((setting) => setting === undefined)) return undefined;
  const url = endpoint === undefined ? null : URL.parse(endpoint);
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isHere) || url.search !== '' || url.username !== '')
    throw new Error('Settings are wrong:\n  S3_ENDPOINT: the https address of an S3-compatible store');
  if (bucket === undefined) throw new Error('Settings are wrong:\n  S3_BUCKET: set it too, because S3_ENDPOINT is set');
  const key = file !== undefined ? { file } : id !== undefined && secret !== undefined ? { id, secret } : undefined;
  if (key === undefined || (file !== undefined && (id !== undefined || secret !== undefined)))
    throw new Error(
      'Settings are wrong:\n  S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set both, or S3_CREDENTIALS_FILE instead',
    );
  const prefix = e.S3_PREFIX === '' ? '' : `${e.S3_PREFIX.replace(/\/$/, '')}/`;
  return { endpoint: url.href.replace(/\/$/, ''), bucket, region: e.S3_REGION, prefix, key, caFile: e.S3_CA_FILE };
}

type S3Setting = 'ENDPOINT' | 'BUCKET' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY' | 'CREDENTIALS_FILE' | 'CA_FILE';

/** Those that browsers use, and the ones of the setting. */
function checkedPushHosts(text: string): readonly string[] {
  const more = entriesOf(text);
  const wrong = more.find((entry) => !isPushHost(entry));
  if (wrong !== undefined)
    throw new Error(`Settings are wrong:\n  PUSH_HOSTS: host names, separated by commas; not "${wrong}"`);
  return [...PUSH_SERVICES, ...more];
}

/**
 * The console's own address. In live mode it needs one: operators are then reached at a host name that the public site
 * does not have.
 */
export function checkedConsole(
  mode: Config['mode'],
  siteHost: string,
  given: { CONSOLE_PORT?: number | undefined; CONSOLE_HOST?: string | undefined },
): Config['consoleAddress'] {
  const { CONSOLE_PORT: port, CONSOLE_HOST: host } = given;
  if (mode === 'live' && (port === undefined || host === undefined))
    throw new Error(
      'Settings are wrong:\n  CONSOLE_PORT, CONSOLE_HOST: MODE=live needs an address of its own for the console',
    );
  if (port === undefined && host !== undefined)
    throw new Error('Settings are wrong:\n  CONSOLE_PORT: set it too, because CONSOLE_HOST is set');
  return port === undefined ? undefined : { port, host: host ?? siteHost };
}

function checkedProxies(text: string): string[] {
  if (text.trim() === 'none') return [];
  const entries = entriesOf(text);
  const wrong = entries.find((entry) => !isProxyEntry(entry));
  if (wrong === undefined && entries.length <= PROXIES_MAX) return entries;
  throw new Error(
    `Settings are wrong:\n  TRUSTED_PROXIES: use "none", or up to ${PROXIES_MAX} of "loopback", addresses and ranges like 10.0.0.0/8, separated by commas${wrong === undefined ? '' : `; not "${wrong}"`}`,
  );
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

const WEBVIEW_HOSTS_MAX = 20;
/** Letters, digits and hyphens: a name in another script must be written as its ASCII form, so that no look-alike hides. */
const WEBVIEW_HOST = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$|^localhost(?::\d{1,5})?$/;

function checkedWebviewHosts(text: string, chatUrl: string | undefined): string[] {
  const hosts = entriesOf(text);
  const wrong = hosts.find((host) => !WEBVIEW_HOST.test(host));
  if (wrong !== undefined || hosts.length > WEBVIEW_HOSTS_MAX)
    throw new Error(
      `Settings are wrong:\n  WEBVIEW_HOSTS: up to ${WEBVIEW_HOSTS_MAX} host names like help.example.com or *.example.com, separated by commas${wrong === undefined ? '' : `; not "${wrong}"`}`,
    );
  return [...new Set([...hosts, ...(chatUrl === undefined ? [] : [new URL(chatUrl).host])])];
}

function checkedHosts(text: string): string[] {
  const hosts = entriesOf(text);
  if (hosts.length > 3 || hosts.some((host) => !URL.canParse(host) || !/^https?:$/.test(new URL(host).protocol))) {
    throw new Error('Settings are wrong:\n  HOSTS: one to three http(s) addresses, separated by commas');
  }
  return hosts.map((host) => new URL(host).origin);
}
