import { readFile } from 'node:fs/promises';
import type { NewsLogin } from '../platform/bus/nats-bus.ts';
import type { Config } from '../platform/config/config.ts';
import type { Role } from '../platform/db/roles.ts';

/** How each role reaches the server of news; the same answer for all if they share a login. Undefined: the database carries news. */
export async function readNews({ news }: Pick<Config, 'news'>): Promise<(role: Role) => NewsLogin | undefined> {
  if (news === undefined) return () => undefined;
  const { caFile, urlOf } = news;
  const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  return (role) => ({ url: urlOf(role), ca });
}
