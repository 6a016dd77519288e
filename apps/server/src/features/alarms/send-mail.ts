import { createTransport } from 'nodemailer';
import type { MailWay } from '../../platform/config/checked-alarms.ts';
import { ALARM_TITLES, EVENT_WORDS } from './alarm-texts.ts';
import type { OutgoingMessage } from './message-store.ts';
import { NotDelivered } from './not-delivered.ts';

const WAIT_MS_MAX = 10_000;

/**
 * Sends a message as a mail of plain text. Its Message-ID stays the same over all tries. Outside of the own network the connection is encrypted,
 * by TLS or STARTTLS, or nothing is sent.
 * @throws NotDelivered with why
 */
export async function sendMail(way: MailWay, message: OutgoingMessage, site: string): Promise<void> {
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
  try {
    await transport.sendMail({
      from: way.from,
      to: [...way.to],
      messageId: `<${message.id}@${way.from.split('@').at(-1) ?? 'candor'}>`,
      subject: `[${site}] ${titleOf(way, message)}`,
      text: textOf(way, message, site),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    throw failureOf(error);
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

/** The server said no: it has nothing. */
function failureOf(error: unknown): NotDelivered {
  if (error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number')
    return new NotDelivered(`the mail server answered ${error.responseCode}`, true);
  const isLogin = error instanceof Error && 'code' in error && (error.code === 'EAUTH' || error.code === 'ETLS');
  return isLogin ? new NotDelivered(error.message, true) : NotDelivered.of(error);
}
