import { randomUUID } from 'node:crypto';
import { moneyView } from '@candor/contract/identity';
import type { TransfersView } from '@candor/contract/wallet';
import { transfersView } from '@candor/contract/wallet';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { MemberKind } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { withTransaction } from '../platform/db/transaction.ts';
import { lockMembers, writeTransfers } from '../services/ledger/ledger.ts';
import { makeMember, makeOtherMoney, makeSession } from './factories.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';

/** A server, and a member of each test with money of every kind and a session. */
export interface WalletSite {
  server: TestServer;
  memberId: bigint;
  token: string;
}

/** The site for the tests of this file, and what its member reads and does. */
export function startWalletSite() {
  const site = {} as WalletSite;
  beforeAll(async () => {
    site.server = await startTestServer();
  });

  afterAll(async () => {
    await site.server.stop();
  });

  beforeEach(async () => {
    site.memberId = await makeMember(site.server.pool);
    await makeOtherMoney(site.server.ownerPool, site.memberId);
    site.token = await makeSession(site.server.pool, site.memberId);
  });

  async function get(path: string, as = site.token) {
    return await site.server.call('GET', path, { token: as, language: 'en' });
  }

  async function moneyNow(as = site.token) {
    return moneyView.parse((await get('/api/user/money', as)).body.data);
  }

  async function statement(query = '', as = site.token): Promise<TransfersView> {
    return transfersView.parse((await get(`/api/wallet/transfers${query}`, as)).body.data);
  }

  async function reset(key: string = randomUUID(), as = site.token) {
    return await site.server.call('POST', '/api/wallet/practice/reset', { token: as, key, language: 'en' });
  }

  function own(kind: MemberKind) {
    return memberAccount(kind, site.memberId, 'practice', TEST_CURRENCY.code);
  }

  function house(kind: 'clearing' | 'grants') {
    return houseAccount(kind, 'practice', TEST_CURRENCY.code);
  }

  async function write(...drafts: Partial<TransferDraft>[]) {
    return await withTransaction(site.server.ownerPool, async (db) => {
      await lockMembers(db, [site.memberId]);
      return await writeTransfers(
        db,
        drafts.map((draft) => ({
          debit: own('funds'),
          credit: house('clearing'),
          amount: minor('100'),
          type: 'manualDeduct',
          phase: 'single',
          refType: 'test',
          refId: 'r1',
          ...draft,
        })),
      );
    });
  }

  return { site, get, moneyNow, statement, reset, own, house, write };
}
