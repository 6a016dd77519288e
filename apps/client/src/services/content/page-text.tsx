/* The site's own texts (rules, agreements): fetched by slug, shown as headings and paragraphs. Markup is never run. */

import { useEffect, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@candor/ui/states.tsx';
import { FileText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { formatDate } from '../../lib/time.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { get } from '../api/request.ts';

export type SitePage = { title: string; paragraphs: string[]; updatedAt: string | null };

/** Takes `title`, `body` (or `content`) and `updatedAt` of an answer; tags in the body become line ends. */
export function readSitePage(data: unknown): SitePage {
  const from: Record<string, unknown> = typeof data === 'object' && data !== null ? { ...data } : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const body = (text(from['body']) || text(from['content'])).replace(/<[^>]*>/g, '\n');
  return {
    title: text(from['title']),
    paragraphs: body
      .split(/\n+/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    updatedAt: text(from['updatedAt']) || null,
  };
}

type State = { kind: 'loading' } | { kind: 'ready'; page: SitePage } | { kind: 'failed'; error: unknown };

/** The text of a slug with its loading, missing and failed states. */
export function PageText({ slug, onTitle }: { slug: string; onTitle?: (title: string) => void }) {
  const [again, setAgain] = useState(0);
  const chosen = useLanguage();
  return (
    <PageTextOf key={`${slug} ${chosen} ${again}`} slug={slug} onTitle={onTitle} onRetry={() => setAgain(again + 1)} />
  );
}

type PageTextOfProps = { slug: string; onTitle: ((title: string) => void) | undefined; onRetry: () => void };

function PageTextOf({ slug, onTitle, onRetry }: PageTextOfProps) {
  const t = useTranslations('common');
  const chosen = useLanguage();
  const state = usePageText(slug, onTitle);
  if (state.kind === 'loading') {
    return (
      <div aria-busy="true" className="flex flex-col gap-3 py-2">
        {['w-3/5', 'w-full', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, index) => (
          <Skeleton key={index} className={`h-4 ${width}`} />
        ))}
      </div>
    );
  }
  if (state.kind === 'failed') {
    if (state.error instanceof ApiError && state.error.code === 404) return <Missing />;
    return (
      <ErrorState
        title={messageOf(state.error, chosen)}
        action={<Button onClick={onRetry}>{t('actions.retry')}</Button>}
      />
    );
  }
  if (state.page.paragraphs.length === 0) return <Missing />;
  return (
    <article className="flex flex-col gap-4 text-[1em] leading-relaxed text-text-2">
      {state.page.updatedAt !== null && (
        <p className="tnum text-caption text-text-3">
          {t('states.updatedAt', { time: formatDate(state.page.updatedAt) })}
        </p>
      )}
      {state.page.paragraphs.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </article>
  );
}

function Missing() {
  const t = useTranslations('common.states');
  return <EmptyState icon={<FileText aria-hidden="true" strokeWidth={1.5} />} title={t('textMissing')} />;
}

function usePageText(slug: string, onTitle: ((title: string) => void) | undefined): State {
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    const left = new AbortController();
    get(
      `/api/content/pages/${encodeURIComponent(slug)}`,
      { parse: readSitePage },
      { isToken: false, signal: left.signal },
    ).then(
      (page) => {
        setState({ kind: 'ready', page });
        onTitle?.(page.title);
      },
      (error: unknown) => left.signal.aborted || setState({ kind: 'failed', error }),
    );
    return () => left.abort();
  }, [slug, onTitle]);
  return state;
}
