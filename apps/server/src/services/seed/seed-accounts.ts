import { foldUsername } from '@candor/domain/identity/username';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { createPasswords } from '../secrets/passwords.ts';
import type { Site } from '../site/site.ts';
import { insertMember, selectTakenUsernames, updateRights } from './member-store.ts';
import type { NewMember } from './member-store.ts';
import { newInviteCode, openMember } from './open-member.ts';

const CASHIER_PERMISSIONS = ['cashier:deposit:review', 'cashier:withdrawal:review'];

interface SeededAccount {
  username: string;
  /** No telephone network uses these numbers, so they never block the number of a member. */
  phone: string;
  roles: readonly string[];
  permissions: readonly string[];
}

/** The account of a member with which a visitor may look around. */
export const DEMO_USERNAME = 'demo';

const ACCOUNTS: readonly SeededAccount[] = [
  { username: DEMO_USERNAME, phone: '+8610000000001', roles: ['member'], permissions: [] },
  { username: 'admin', phone: '+8610000000002', roles: ['admin'], permissions: ['*:*:*'] },
  { username: 'cashier1', phone: '+8610000000003', roles: ['cashier'], permissions: CASHIER_PERMISSIONS },
  { username: 'cashier2', phone: '+8610000000004', roles: ['cashier'], permissions: CASHIER_PERMISSIONS },
];

export interface SeedOptions {
  /** Login password of the accounts created now. */
  password: string;
  site: Site;
  /** Six digits. */
  withdrawPassword: string;
}

/**
 * Creates the missing accounts of demo (a member with practice money), admin, cashier1 and cashier2. Existing accounts
 * stay as they are, passwords included. `pool` is the owner's. Returns the usernames created now: none at any later
 * start.
 */
export async function seedAccounts(pool: Pool, options: SeedOptions): Promise<string[]> {
  const { password, site, withdrawPassword } = options;
  const passwords = createPasswords();
  const names = ACCOUNTS.map((account) => foldUsername(account.username)).filter((name) => name !== null);
  const existing = await selectTakenUsernames(pool, names);
  const created: string[] = [];
  for (const account of ACCOUNTS.filter(({ username }) => !existing.has(username))) {
    const member: NewMember = {
      username: account.username,
      phone: account.phone,
      passwordHash: await passwords.hash(password),
      withdrawPasswordHash: await passwords.hash(withdrawPassword),
      country: null,
      realNameSealed: null,
      idNumberSealed: null,
      inviteCode: newInviteCode(),
      invitedBy: null,
    };
    const id = await withTransaction(pool, async (db) => {
      if (account.roles.includes('member')) return await openMember(db, site, member);
      const operator = await insertMember(db, member);
      if (operator !== undefined) await updateRights(db, operator, account);
      return operator;
    });
    if (id !== undefined) created.push(account.username);
  }
  return created;
}
