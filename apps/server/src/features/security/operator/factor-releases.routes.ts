import * as calls from '@candor/contract/calls/console/factor-releases';
import type { FactorReleaseView } from '@candor/contract/console-security';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { act, proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import { FACTOR_RELEASE_FORM, FACTOR_RELEASE_KIND } from './factor-release-kind.ts';
import { FACTOR_RELEASES } from './release-store.ts';
import type { ReleaseRow } from './release-store.ts';

type ReleasesDeps = KindDeps<ReleaseRow, FactorReleaseView>;

export const FACTOR_RELEASE_QUEUE = proposalQueue('factorReleases', calls.factorReleases, FACTOR_RELEASES);

/**
 * Releases of a lost second factor: one operator proposes with a reason, another approves, the member has a day to object.
 * The console can remove no factor by itself; the worker does, when the day is over.
 */
export function factorReleasesRoutes(app: HttpApp, deps: ProposalsDeps): void {
  serve(app, { ...deps, kind: FACTOR_RELEASE_KIND }, [
    ...proposalLines<ReleaseRow, FactorReleaseView>(calls.factorReleases),
    on(calls.proposeFactorRelease, proposeFactorRelease),
    on(calls.stopFactorRelease, stopFactorRelease),
  ]);
}

type Propose = typeof calls.proposeFactorRelease;

async function proposeFactorRelease(call: Call<Propose>, deps: ReleasesDeps): Promise<Answered<Propose>> {
  const { body } = call;
  return await propose(call, deps, FACTOR_RELEASE_FORM, { input: body, memberId: BigInt(body.memberId) });
}

type Stop = typeof calls.stopFactorRelease;

async function stopFactorRelease(call: Call<Stop>, deps: ReleasesDeps): Promise<Answered<Stop>> {
  return await act(call, deps, { event: 'stop', reason: call.body.reason });
}
