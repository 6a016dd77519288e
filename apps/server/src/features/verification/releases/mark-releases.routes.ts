import * as calls from '@candor/contract/calls/console/marks';
import type { MarkReleaseView, MarkView } from '@candor/contract/console-marks';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { cursorNumber, pageOf } from '../../../platform/http/paging.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import { MARK_RELEASE_FORM, MARK_RELEASE_KIND } from './mark-release-kind.ts';
import { MARK_RELEASES, selectMarks } from './mark-release-store.ts';
import type { MarkReleaseRow, MarkRow } from './mark-release-store.ts';

type MarksDeps = KindDeps<MarkReleaseRow, MarkReleaseView>;

export const MARK_RELEASE_QUEUE = proposalQueue('markReleases', calls.markReleases, MARK_RELEASES);

/** Nobody looks further than this. */
const OFFSET_MAX = 10_000n;

/**
 * Cards, identities and device keys as operators see them: who has the same, and their releases. One operator proposes with a
 * reason, another approves. Operators see keyed hashes, never a number or a key.
 */
export function markReleasesRoutes(app: HttpApp, deps: ProposalsDeps): void {
  serve(app, { ...deps, kind: MARK_RELEASE_KIND }, [
    on(calls.listMarks, listMarks),
    ...proposalLines<MarkReleaseRow, MarkReleaseView>(calls.markReleases),
    on(calls.proposeMarkRelease, proposeMarkRelease),
  ]);
}

type List = typeof calls.listMarks;

/** The cursor is how many the pages before had. */
async function listMarks({ query }: Call<List>, { pool }: MarksDeps): Promise<Answered<List>> {
  const offset = Number(cursorNumber(query.cursor, OFFSET_MAX) ?? 0n);
  let shown = 0;
  return await pageOf({
    paging: query,
    read: async (limit) => {
      const rows = await selectMarks(pool, { kinds: query.kind, member: query.member, offset, limit });
      shown = Math.min(rows.length, limit - 1);
      return rows;
    },
    view: markView,
    cursorOf: () => offset + shown,
  });
}

type Propose = typeof calls.proposeMarkRelease;

async function proposeMarkRelease(call: Call<Propose>, deps: MarksDeps): Promise<Answered<Propose>> {
  const { body } = call;
  return await propose(call, deps, MARK_RELEASE_FORM, { input: body, memberId: BigInt(body.memberId) });
}

function markView(row: MarkRow): MarkView {
  return {
    ...row,
    id: [row.kind, row.mark, row.member.id].join('.'),
    firstAt: new Date(row.firstAt).toISOString(),
    lastAt: new Date(row.lastAt).toISOString(),
  };
}
