import {
  markReleaseBody,
  markReleasesQuery,
  markReleaseView,
  marksQuery,
  marksView,
} from '@candor/contract/console-marks';
import type { MarkView } from '@candor/contract/console-marks';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { proposalSchemas, releaseParams } from '@candor/contract/proposals';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { proposalQueue, proposalRoutes } from '../../../services/proposals/proposal-routes.ts';
import { createProposals } from '../../../services/proposals/proposals.ts';
import type { ProposalsDeps } from '../../../services/proposals/proposals.ts';
import { MARK_RELEASE_FORM, MARK_RELEASE_KIND } from './mark-release-kind.ts';
import { MARK_RELEASES, selectMarks } from './mark-release-store.ts';
import type { MarkRow } from './mark-release-store.ts';

const TAGS = ['marks'];

export const MARK_RELEASE_QUEUE = proposalQueue({
  name: 'markReleases',
  table: MARK_RELEASES,
  path: CONSOLE_PATHS.markReleases,
  tags: TAGS,
  may: { read: 'member:mark:read', make: 'member:mark:make', check: 'member:mark:check' },
});

/** Nobody looks further than this. */
const OFFSET_MAX = 10_000n;

/**
 * Cards, identities and device keys in the console: who has the same, and their releases. One operator proposes with a reason,
 * another approves. An operator sees keyed hashes, never a number or a key.
 */
export function markReleasesRoutes(app: HttpApp, deps: ProposalsDeps): void {
  const { pool } = deps;
  const releases = createProposals(deps, MARK_RELEASE_KIND);
  const schemas = proposalSchemas({ query: markReleasesQuery, params: releaseParams, view: markReleaseView });
  app.get(
    CONSOLE_PATHS.marks,
    {
      config: operatorRoute('list', MARK_RELEASE_QUEUE.may.read),
      schema: { tags: TAGS, querystring: marksQuery, response: { 200: envelopeOf(marksView) } },
    },
    async ({ query }) => {
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const offset = cursorOffset(query.cursor);
      const rows = await selectMarks(pool, { kinds: query.kind, member: query.member, offset, limit: limit + 1 });
      const nextCursor = rows.length > limit ? (offset + limit).toString() : null;
      return ok({ items: rows.slice(0, limit).map(markView), nextCursor });
    },
  );
  proposalRoutes(app, MARK_RELEASE_QUEUE, releases, schemas);
  app.post(
    MARK_RELEASE_QUEUE.path,
    {
      config: operatorRoute('change', MARK_RELEASE_QUEUE.may.make),
      schema: { tags: TAGS, body: markReleaseBody, response: { 200: schemas.view } },
    },
    async (request) => {
      const { body } = request;
      return await releases.propose(request, MARK_RELEASE_FORM, { input: body, memberId: BigInt(body.memberId) });
    },
  );
}

function markView(row: MarkRow): MarkView {
  return {
    ...row,
    id: [row.kind, row.mark, row.member.id].join('.'),
    firstAt: new Date(row.firstAt).toISOString(),
    lastAt: new Date(row.lastAt).toISOString(),
  };
}

/** How many marks the pages before had. */
function cursorOffset(cursor = '0'): number {
  if (!/^\d{1,18}$/.test(cursor) || BigInt(cursor) > OFFSET_MAX)
    throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return Number(cursor);
}
