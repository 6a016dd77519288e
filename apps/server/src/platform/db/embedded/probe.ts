import { Socket } from 'node:net';
import { Client } from 'pg';
import { hasCode } from './error-code.ts';

/** `starting` also covers recovery and shutting down; `silent` is everything that is not a proper answer in time. */
export type ProbeAnswer = 'answers' | 'starting' | 'silent';

/** Asks `SELECT 1` on a connection of its own, because a hung postmaster still serves the old ones. */
export async function probe(url: string, timeoutMs: number): Promise<ProbeAnswer> {
  const socket = new Socket();
  const client = new Client({ connectionString: url, stream: () => socket, connectionTimeoutMillis: timeoutMs });
  client.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(new Error('No answer in time.')), timeoutMs);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return 'answers';
  } catch (error) {
    if (hasCode(error, '57P03')) return 'starting';
    // Too many connections: busy, and well alive.
    return hasCode(error, '53300') ? 'answers' : 'silent';
  } finally {
    clearTimeout(timer);
    client.end().catch(() => undefined);
    setTimeout(() => socket.destroy(), 1000).unref();
  }
}
