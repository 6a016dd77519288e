import * as calls from '@candor/contract/calls/console/texts';
import type { TextChangeView } from '@candor/contract/console-texts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { pageOf } from '../../../platform/http/paging.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import type { Site } from '../../../services/site/site.ts';
import { versionCursor } from '../content.routes.ts';
import { readPages } from '../read-pages.ts';
import type { ShippedText } from '../read-pages.ts';
import { selectHeld, selectOperatorVersions, TEXT_CHANGES } from '../text-store.ts';
import type { ChangeRow } from '../text-store.ts';
import { TEXT_FORM, TEXT_KIND, TEXTS_MAX } from './text-kind.ts';
import { operatorTextsView, operatorVersionView } from './text-view.ts';

interface TextsDeps extends KindDeps<ChangeRow, TextChangeView> {
  readonly ofRelease: readonly ShippedText[];
}

export const TEXT_QUEUE = proposalQueue('texts', calls.textChanges, TEXT_CHANGES, {
  subject: ({ slug }) => slug,
});

/** The site's texts as operators write them: one operator writes the next version; another approves it if it binds members. */
export function textsOperatorRoutes(app: HttpApp, deps: ProposalsDeps & { readonly site: Pick<Site, 'mode'> }): void {
  serve(app, { ...deps, kind: TEXT_KIND, ofRelease: readPages(deps.site.mode) }, [
    on(calls.listTexts, listTexts),
    on(calls.listTextVersions, listTextVersions),
    ...proposalLines<ChangeRow, TextChangeView>(calls.textChanges),
    on(calls.proposeText, proposeText),
  ]);
}

type ListTexts = typeof calls.listTexts;

async function listTexts(_: Call<ListTexts>, { pool, ofRelease }: TextsDeps): Promise<Answered<ListTexts>> {
  return operatorTextsView(await selectHeld(pool), ofRelease);
}

type ListVersions = typeof calls.listTextVersions;

async function listTextVersions(
  { params, query }: Call<ListVersions>,
  { pool }: TextsDeps,
): Promise<Answered<ListVersions>> {
  const filter = { slug: params.slug, before: versionCursor(query.cursor) };
  return await pageOf({
    paging: { limit: Math.min(query.limit, TEXTS_MAX) },
    read: async (limit) => await selectOperatorVersions(pool, { ...filter, limit }),
    view: operatorVersionView,
    cursorOf: ({ version }) => version,
  });
}

type Propose = typeof calls.proposeText;

async function proposeText(call: Call<Propose>, deps: TextsDeps): Promise<Answered<Propose>> {
  return await propose(call, deps, TEXT_FORM, { input: call.body });
}
