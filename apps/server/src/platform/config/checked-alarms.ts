import { isInside } from './inside-address.ts';

type MailLanguage = 'zh-Hans' | 'zh-Hant' | 'en';

/** Where alarms go outside the console. Each is undefined when it is not set. */
export interface AlarmWays {
  readonly webhook: { readonly url: string; readonly secret: Buffer } | undefined;
  readonly mail: MailWay | undefined;
}

export interface MailWay {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else the connection is encrypted by STARTTLS, or stays inside. */
  readonly isSecure: boolean;
  readonly isInside: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
  readonly to: readonly string[];
  readonly language: MailLanguage;
}

const RECIPIENTS_MAX = 10;
const ADDRESS = /^[^\s@<>,;"\r\n]+@[^\s@<>,;"\r\n]+$/;
/** As the Standard Webhooks write a secret: 24 to 64 bytes in base64. */
const SECRET = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/;

interface Settings {
  readonly ALARM_WEBHOOK_URL?: string | undefined;
  readonly ALARM_WEBHOOK_SECRET?: string | undefined;
  readonly ALARM_SMTP_URL?: string | undefined;
  readonly ALARM_MAIL_FROM?: string | undefined;
  readonly ALARM_MAIL_TO?: string | undefined;
  readonly ALARM_MAIL_LANGUAGE: MailLanguage;
}

/** @throws Error that names the setting. No value is repeated: addresses may hold a password. */
export function checkedAlarms(e: Settings): AlarmWays {
  return { webhook: webhookOf(e), mail: mailOf(e) };
}

function wrong(setting: string, message: string): Error {
  return new Error(`Settings are wrong:\n  ${setting}: ${message}`);
}

function webhookOf({ ALARM_WEBHOOK_URL: text, ALARM_WEBHOOK_SECRET: secret }: Settings): AlarmWays['webhook'] {
  if (text === undefined && secret === undefined) return undefined;
  if (text === undefined || secret === undefined)
    throw wrong('ALARM_WEBHOOK_SECRET', 'ALARM_WEBHOOK_URL and ALARM_WEBHOOK_SECRET belong together: set both or none');
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'http:' && isInside(hostOf(url));
  if (url === null || (url.protocol !== 'https:' && !isPlain) || url.username !== '')
    throw wrong('ALARM_WEBHOOK_URL', 'an https address, or an http address inside a network, without a login');
  const bytes = Buffer.from(SECRET.exec(secret)?.[1] ?? '', 'base64');
  if (bytes.length < 24 || bytes.length > 64)
    throw wrong('ALARM_WEBHOOK_SECRET', 'whsec_ and 24 to 64 bytes in base64');
  return { url: url.href, secret: bytes };
}

function mailOf({
  ALARM_SMTP_URL: text,
  ALARM_MAIL_FROM: from,
  ALARM_MAIL_TO: to,
  ...e
}: Settings): MailWay | undefined {
  if (text === undefined && from === undefined && to === undefined) return undefined;
  if (text === undefined || from === undefined || to === undefined)
    throw wrong('ALARM_SMTP_URL', 'ALARM_SMTP_URL, ALARM_MAIL_FROM and ALARM_MAIL_TO belong together: set all or none');
  const url = URL.parse(text);
  if (
    url === null ||
    !/^smtps?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname) ||
    url.search !== ''
  )
    throw wrong('ALARM_SMTP_URL', 'smtp:// or smtps://, with login, password, host and port');
  const recipients = to.split(',').map((address) => address.trim());
  if (!ADDRESS.test(from)) throw wrong('ALARM_MAIL_FROM', 'an address');
  if (recipients.length > RECIPIENTS_MAX || !recipients.every((address) => ADDRESS.test(address)))
    throw wrong('ALARM_MAIL_TO', `up to ${RECIPIENTS_MAX} addresses, separated by commas`);
  const isSecure = url.protocol === 'smtps:';
  const host = hostOf(url);
  const login =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    isInside: isInside(host),
    login,
    from,
    to: recipients,
    language: e.ALARM_MAIL_LANGUAGE,
  };
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
