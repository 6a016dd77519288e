import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpApp } from '../platform/http/http-app.ts';
import { hasCode } from '../platform/db/embedded/error-code.ts';

interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/** @param setting the setting that chose the port, for the message when the port is taken */
export async function listenAt(app: HttpApp, { port, host }: ListenAddress, setting: string): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    throw hasCode(error, 'EADDRINUSE') ? portTaken(port, setting, error) : error;
  }
}

/** A process of the server before this one may still be ending. */
const FREE_MS_MAX = 3_000;
const RETRY_MS = 200;

/** @throws Error with a text for the operator when another program listens there */
export async function requireFreePort(
  { port, host }: ListenAddress,
  setting: string,
  freeMsMax = FREE_MS_MAX,
): Promise<void> {
  if (port === 0) return;
  const endsAtMs = performance.now() + freeMsMax;
  for (;;) {
    try {
      const server = createServer().listen({ port, host, exclusive: true });
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return;
    } catch (error) {
      // Any other fault is one that the role itself meets and reports.
      if (!hasCode(error, 'EADDRINUSE')) return;
      if (performance.now() > endsAtMs) throw portTaken(port, setting, error);
      await sleep(RETRY_MS);
    }
  }
}

function portTaken(port: number, setting: string, cause: unknown): Error {
  return new Error(`Port ${port} is taken by another program. Choose another with the setting ${setting}.`, { cause });
}
