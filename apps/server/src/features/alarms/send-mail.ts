import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { MailWay } from '../../platform/config/checked-alarms.ts';
import { ALARM_TITLES, EVENT_WORDS } from './alarm-texts.ts';
import type { OutgoingMessage } from './message-store.ts';
import { NotDelivered } from './not-delivered.ts';

const WAIT_MS_MAX = 10_000;
/** What nodemailer says of a mail that somebody took. */
const sent = z.object({ rejected: z.array(z.string()) });
/** For all of it: a server that says a byte now and then never lets a wait end. */
export const MAIL_MS_MAX = 30_000;

/**
 * Sends a message as a mail of plain text. Its Message-ID stays the same over all tries. Outside of the own network the connection is encrypted,
 * by TLS or STARTTLS, or nothing is sent. Returns who does not get it although others do; null where all do.
 * @throws NotDelivered with why
 */
export async function sendMail(
  way: MailWay,
  message: OutgoingMessage,
  site: string,
  msMax: number,
): Promise<string | null> {
  const transport = createTransport({
    host: way.host,
    port: way.port,
    secure: way.isSecure,
    requireTLS: !way.isSecure && !way.isInside,
    ...(way.login === undefined ? {} : { auth: way.login }),
    connectionTimeout: WAIT_MS_MAX,
    greetingTimeout: WAIT_MS_MAX,
    socketTimeout: WAIT_MS_MAX,
    dnsTimeout: WAIT_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const signal = AbortSignal.timeout(msMax);
  try {
    const done: unknown = await transport.sendMail({
      signal,
      from: way.from,
      to: [...way.to],
      messageId: `<${message.id}@${way.from.split('@').at(-1) ?? 'candor'}>`,
      subject: `[${site}] ${titleOf(way, message)}`,
      text: textOf(way, message, site),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    const { rejected } = sent.parse(done);
    const left = way.to.filter((address) => rejected.includes(address));
    return left.length === 0 ? null : `not taken for ${left.join(', ')}`.slice(0, 300);
  } catch (error) {
    throw signal.aborted ? new NotDelivered('no answer in time', false) : failureOf(error);
  } finally {
    transport.close();
  }
}

function titleOf({ language }: Pick<MailWay, 'language'>, { event, kind }: OutgoingMessage): string {
  const word = EVENT_WORDS[language][event];
  return kind === null ? word : `${word}: ${ALARM_TITLES[language][kind]}`;
}

/** One figure a line, as the console has them. */
function textOf(way: Pick<MailWay, 'language'>, message: OutgoingMessage, site: string): string {
  const { subject, detail, openedAt, closedAt } = message;
  const at = (name: string, ms: number | null) => (ms === null ? [] : [`${name}: ${new Date(ms).toISOString()}`]);
  return [
    `${site}: ${titleOf(way, message)}`,
    ...(subject === null || subject === '' ? [] : [subject]),
    ...Object.entries(detail ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...at('opened', openedAt),
    ...at('closed', closedAt),
  ].join('\n');
}

/** Not one word of the server: what it says may be the password that it was given. With a code it said no, and has nothing. */
function failureOf(error: unknown): NotDelivered {
  if (!(error instanceof Error)) return NotDelivered.of(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('responseCode' in error && typeof error.responseCode === 'number')
    return new NotDelivered(`the mail server answered ${error.responseCode}`, true);
  if (code === 'EAUTH') return new NotDelivered('the mail server did not take the login', true);
  if ('response' in error || OF_SMTP.has(code))
    return new NotDelivered(`the mail server answered what is no SMTP (${code})`, false);
  return code === 'ETLS' ? new NotDelivered(error.message, true) : NotDelivered.of(error);
}

/** Codes of errors whose message is what the server said. */
const OF_SMTP = new Set(['EPROTOCOL', 'EENVELOPE', 'EMESSAGE', 'ESTREAM']);
