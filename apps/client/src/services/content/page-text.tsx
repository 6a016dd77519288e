/* The site's own texts as headings, paragraphs and lists. They contain no markup, and none is created from them. */

import type { ReactNode } from 'react';
import type { PageBlock, PageView } from '@candor/contract/content';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { FileText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatDate } from '../../lib/time.ts';
import { ApiError } from '@candor/api-client/api-error';
import { LoadFailed, Loading } from '../queries/query-states.tsx';
import { useSite } from '../session/site.ts';
import { blockId } from './page-outline.ts';
import { useSitePage } from './site-page.ts';
import { TextRuns } from './text-runs.tsx';

/** The text of a slug with its loading, missing and failed states. */
export function PageText({ slug }: { slug: string }) {
  const state = useSitePage(slug);
  if (state.kind === 'ready') {
    return (
      <article lang={state.page.language}>
        <PageAbout page={state.page} />
        <PageBody body={state.page.body} />
      </article>
    );
  }
  return <PageUnread state={state} onRetry={state.retry} />;
}

type PageUnreadProps = {
  state: { kind: 'loading' } | { kind: 'failed'; error: unknown };
  onRetry: () => void;
  /** The action shown if there is no such text. */
  missingAction?: ReactNode;
};

export function PageUnread({ state, onRetry, missingAction }: PageUnreadProps) {
  const t = useTranslations('common.states');
  if (state.kind === 'loading') {
    return (
      <Loading onRetry={onRetry}>
        <PageSkeleton />
      </Loading>
    );
  }
  if (state.error instanceof ApiError && (state.error.code === 404 || state.error.code === 400)) {
    return (
      <EmptyState
        icon={<FileText aria-hidden="true" strokeWidth={1.5} />}
        title={t('textMissing')}
        action={missingAction}
      />
    );
  }
  return <LoadFailed error={state.error} onRetry={onRetry} />;
}

/** The version and the business date on which the site published it. */
export function usePageAbout(): (page: PageView) => string {
  const t = useTranslations('common');
  const { timeZone } = useSite();
  return ({ version, updatedAt }) => t('pageVersion', { version, date: formatDate(updatedAt, timeZone) });
}

export function PageAbout({ page }: { page: PageView }) {
  const about = usePageAbout();
  return <p className="tnum text-caption text-text-3">{about(page)}</p>;
}

/** Sizes are in em, so that the reader's text size applies to all of it. */
export function PageBody({ body }: { body: readonly PageBlock[] }) {
  return (
    <div className="mt-4 flex flex-col gap-[0.85em]  leading-[1.75] text-text-2">
      {body.map((block, index) => (
        <Block key={index} block={block} id={blockId(index)} />
      ))}
    </div>
  );
}

function Block({ block, id }: { block: PageBlock; id: string }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <TextRuns line={block.text} />
      </p>
    );
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return (
      <Heading
        id={id}
        tabIndex={-1}
        className={`scroll-mt-[calc(var(--topnav-height)+var(--nav-height)+1rem)] font-bold text-text-1 outline-none ${block.level === 2 ? 'mt-[0.7em] text-[1.125em] leading-snug first:mt-0' : ''}`}
      >
        {block.text}
      </Heading>
    );
  }
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List
      className={`flex flex-col gap-[0.45em] ps-[1.4em] marker:text-text-3 ${block.ordered ? 'list-decimal' : 'list-disc'}`}
    >
      {block.items.map((item, index) => (
        <li key={index} className="ps-1">
          <TextRuns line={item} />
        </li>
      ))}
    </List>
  );
}

const LINES = ['w-2/5', 'w-full', 'w-full', 'w-4/5', 'w-1/3', 'w-full', 'w-11/12', 'w-full', 'w-2/3'];

function PageSkeleton() {
  return (
    <div className="flex flex-col gap-3 py-1">
      <Skeleton className="mb-2 h-4 w-40" />
      {LINES.map((width, index) => (
        <Skeleton key={index} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}
