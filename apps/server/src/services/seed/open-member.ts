import { randomInt } from 'node:crypto';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import type { Db } from '../../platform/db/pool.ts';
import { lockMembers, writeTransfers } from '../ledger/ledger.ts';
import type { Site } from '../site/site.ts';
import { insertFirstAcceptances, insertMember } from './member-store.ts';
import type { NewMember } from './member-store.ts';

/** Without letters and digits that look alike; `member.invite_code` takes 6 to 12 of them. */
const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;

export function newInviteCode(): string {
  return Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');
}

/**
 * Opens a member with their practice money, and with what they agreed to, in the caller's transaction: none exists
 * without the others.
 */
export async function openMember(db: Db, site: Site, member: NewMember): Promise<bigint | undefined> {
  const id = await insertMember(db, member);
  if (id === undefined) return undefined;
  await insertFirstAcceptances(db, id);
  await grantPracticeMoney(db, site, id);
  return id;
}

async function grantPracticeMoney(db: Db, site: Site, memberId: bigint): Promise<void> {
  await lockMembers(db, [memberId]);
  await writeTransfers(db, [
    {
      debit: houseAccount('grants', 'practice', site.currency.code),
      credit: memberAccount('funds', memberId, 'practice', site.currency.code),
      amount: money(site.practiceGrant),
      type: 'practiceGrant',
      phase: 'single',
      refType: 'member',
      refId: memberId.toString(),
    },
  ]);
}
