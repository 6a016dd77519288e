import { Socket } from 'node:net';
import { Client } from 'pg';
import { hasCode } from './error-code.ts';

/** `starting` includes recovery and shutdown; `refuses` a wrong password; `silent` means no valid answer in time. */
export type ProbeAnswer = 'answers' | 'starting' | 'refuses' | 'silent';

/** Runs a statement on a new connection, because a hung postmaster still serves existing connections. */
export async function probe(url: string, timeoutMs: number, statement = 'SELECT 1'): Promise<ProbeAnswer> {
  const socket = new Socket();
  const client = new Client({ connectionString: url, stream: () => socket, connectionTimeoutMillis: timeoutMs });
  client.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(new Error('No answer in time.')), timeoutMs);
  try {
    await client.connect();
    await client.query(statement);
    return 'answers';
  } catch (error) {
    if (hasCode(error, '57P03')) return 'starting';
    if (hasCode(error, '28P01') || hasCode(error, '28000')) return 'refuses';
    // Too many connections: busy, but alive.
    return hasCode(error, '53300') ? 'answers' : 'silent';
  } finally {
    clearTimeout(timer);
    client.end().catch(() => undefined);
    setTimeout(() => socket.destroy(), 1000).unref();
  }
}
