import type { FactorReleaseView } from '@candor/contract/console-security';
import { FACTOR_RELEASE_WAIT_MS } from '@candor/domain/identity/factor-release';
import type { ReleaseRow } from './release-store.ts';

export function releaseView(row: ReleaseRow): FactorReleaseView {
  return {
    id: row.id.toString(),
    member: { id: row.memberId.toString(), username: row.member },
    reason: row.reason,
    status: row.status,
    maker: { id: row.makerId.toString(), username: row.maker },
    checker: personOf(row.checkerId, row.checker),
    note: row.note,
    createdAt: new Date(row.createdAt).toISOString(),
    decidedAt: isoOf(row.decidedAt),
    dueAt: row.status === 'waiting' && row.askedAt !== null ? isoOf(row.askedAt + FACTOR_RELEASE_WAIT_MS) : null,
    doneAt: isoOf(row.doneAt),
    endedBy: personOf(row.endedById, row.endedBy),
  };
}

function personOf(id: bigint | null, username: string | null) {
  return id === null || username === null ? null : { id: id.toString(), username };
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
