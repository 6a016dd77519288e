import { foldUsername } from '@candor/domain/identity/username';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { createPasswords } from '../secrets/passwords.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { Site } from '../site/site.ts';
import { selectTakenUsernames } from './member-store.ts';
import type { NewMember } from './member-store.ts';
import { newInviteCode, openMember } from './open-member.ts';
import { insertOperator } from './operator-store.ts';

/** The account of a member with which a visitor may look around. */
export const DEMO_USERNAME = 'demo';

/** No telephone network uses this number, so it never blocks the number of a member. */
const DEMO_PHONE = '+8610000000001';

const OPERATORS: readonly (readonly [username: string, role: string])[] = [
  ['admin', 'owner'],
  ['cashier1', 'cashier'],
  ['cashier2', 'cashier'],
];

export interface SeedOptions {
  /** Login password of the accounts created now. */
  password: string;
  site: Site;
  /** Six digits. */
  withdrawPassword: string;
}

/**
 * Creates what is missing of demo, a member with practice money, and of the operators admin (an owner), cashier1 and cashier2. Existing
 * accounts stay as they are, passwords included. `pool` is the owner's. Returns the usernames created now: none at any later
 * start.
 */
export async function seedAccounts(pool: Pool, options: SeedOptions): Promise<string[]> {
  const passwords = createPasswords();
  const usernames = [DEMO_USERNAME, ...OPERATORS.map(([username]) => username)];
  const existing = await selectTakenUsernames(
    pool,
    usernames.map(foldUsername).filter((name) => name !== null),
  );
  const created: string[] = [];
  if (!existing.has(DEMO_USERNAME) && (await seedDemo(pool, passwords, options))) created.push(DEMO_USERNAME);
  for (const [username, role] of OPERATORS.filter(([name]) => !existing.has(name))) {
    const passwordHash = await passwords.hash(options.password);
    const id = await withTransaction(
      pool,
      // For a look at the site. On a live one the database asks for a second factor all the same.
      async (db) => await insertOperator(db, { username, roles: [role], passwordHash, mustSecure: false }),
    );
    if (id !== undefined) created.push(username);
  }
  return created;
}

async function seedDemo(
  pool: Pool,
  passwords: Pick<Passwords, 'hash'>,
  { password, site, withdrawPassword }: SeedOptions,
): Promise<boolean> {
  const member: NewMember = {
    username: DEMO_USERNAME,
    phone: DEMO_PHONE,
    passwordHash: await passwords.hash(password),
    withdrawPasswordHash: await passwords.hash(withdrawPassword),
    country: null,
    realNameSealed: null,
    idNumberSealed: null,
    inviteCode: newInviteCode(),
    invitedBy: null,
  };
  return (await withTransaction(pool, async (db) => await openMember(db, site, member))) !== undefined;
}
