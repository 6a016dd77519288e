/**
 * The site's own texts, for everyone, with or without a session. They are the files in pages/, read once at start;
 * nothing here writes. What they promise about orders must match packages/domain/src/trading.
 */
import { pageParams, pageView as pageSchema } from '@candor/contract/content';
import type { PageView } from '@candor/contract/content';
import { envelopeOf } from '@candor/contract/envelope';
import { pickLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { PATHS, patternOf } from '@candor/contract/routes';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { publicRoute } from '../../platform/http/route-cost.ts';
import type { Site } from '../../services/site/site.ts';
import { readPages } from './read-pages.ts';
import type { Pages } from './read-pages.ts';

export interface ContentDeps {
  readonly site: Pick<Site, 'mode'>;
}

export function contentRoutes(app: HttpApp, { site }: ContentDeps): void {
  const pages = readPages();
  app.get(
    patternOf(PATHS.contentPage, 'slug'),
    {
      config: publicRoute('memory'),
      schema: { tags: ['content'], params: pageParams, response: { 200: envelopeOf(pageSchema) } },
    },
    async (request) => {
      const page = pageOf(pages, request.params.slug, pickLanguage(header(request, 'accept-language')), site.mode);
      if (page === undefined) throw new Refused('NOT_FOUND');
      return ok(page);
    },
  );
}

/** Undefined if there is no such text, or if it does not apply to a site of this mode. */
export function pageOf(pages: Pages, slug: string, language: Language, mode: Site['mode']): PageView | undefined {
  const text = pages.get(slug)?.[language];
  if (text === undefined || (mode === 'live' && !text.live)) return undefined;
  const { title, version, updated, body } = text;
  return { slug, language, title, version, updatedAt: `${updated}T00:00:00.000Z`, body: [...body] };
}
