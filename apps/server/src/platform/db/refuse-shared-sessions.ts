import { randomUUID } from 'node:crypto';
import { Client } from './client.ts';

/** So many begin a transaction, each in a session that is then not free for the one that is asked. */
const OTHERS = 3;

const WHY = `The database gives each transaction another session: a pooler with pool_mode=transaction or statement stands before it.
  Candor listens, locks and prepares statements for a session. Set pool_mode=session, or name the database itself.`;

/**
 * A session that is not kept between two statements loses what it listens to, its locks and its settings, without a word. Others
 * begin transactions between two statements of one session: a pooler that shares sessions gives them its own.
 * @throws Error with a text for the operator if sessions are shared
 */
export async function refuseSharedSessions(login: { url: string; role?: string | undefined }): Promise<void> {
  const open = (): Client => {
    const client = new Client({
      connectionString: login.url,
      application_name: 'candor-first',
      query_timeout: 10_000,
      settings: { statement_timeout: '10s', ...(login.role === undefined ? {} : { role: login.role }) },
    });
    client.on('error', () => undefined);
    return client;
  };
  const one = open();
  const others = Array.from({ length: OTHERS }, open);
  try {
    for (const client of [one, ...others]) await client.connect();
    const mark = randomUUID();
    await one.query(`select set_config('candor.session', $1, false)`, [mark]);
    const isKept = async (): Promise<boolean> => {
      const { rows } = await one.query<{ mark: string | null }>(
        `select current_setting('candor.session', true) as mark`,
      );
      return rows[0]?.mark === mark;
    };
    // A pooler that gives its free sessions in turn gives another one at once, the others only when that one is taken.
    let isOwn = await isKept();
    for (const other of others) {
      await other.query('begin').catch((error: unknown) => {
        throw new Error(WHY, { cause: error });
      });
      isOwn &&= await isKept();
    }
    if (!isOwn) throw new Error(WHY);
  } finally {
    for (const client of [one, ...others]) void client.end().catch(() => undefined);
  }
}
