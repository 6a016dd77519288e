import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { assert } from '@candor/domain/assert';

/** A mail server that speaks SMTP: it keeps what it takes, and says no as long as it is told to. */
export interface MailServer {
  readonly port: number;
  readonly mails: string[];
  /** Answered to the sender's address instead of 250. */
  refuseWith: string | undefined;
  stop: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const mail: { refuseWith: string | undefined } = { refuseWith: undefined };
  const server: Server = createServer((socket) => {
    let [text, isData] = ['', false];
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    say('220 mail.example ESMTP');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at === -1) return;
        const line = text.slice(0, at);
        text = text.slice(at + end.length);
        if (isData) {
          mails.push(line);
          isData = false;
          say('250 taken');
        } else if (/^DATA$/i.test(line)) {
          isData = true;
          say('354 go on');
        } else if (/^QUIT$/i.test(line)) socket.end('221 bye\r\n');
        else if (/^MAIL /i.test(line)) say(mail.refuseWith ?? '250 ok');
        else say('250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  return Object.assign(mail, {
    port: (address satisfies AddressInfo).port,
    mails,
    stop: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
