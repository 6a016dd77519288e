/* What a list or a page shows while its data is loading, or failed to load. */

import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { EmptyState, ErrorState } from '@candor/ui/states.tsx';
import { FileSearch } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { messageOf } from '../api/message-of.ts';
import { errorText } from '../../lib/error-texts.ts';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';

const SLOW_AFTER_MS = 3_000;
const TOO_SLOW_AFTER_MS = 10_000;

/** A skeleton (`children`). After 3 s it says that the network is slow; after 10 s it offers a retry. */
export function Loading({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const t = useTranslations('common');
  const [patience, setPatience] = useState<'fine' | 'slow' | 'tooSlow'>('fine');
  useEffect(() => {
    const slow = setTimeout(() => setPatience('slow'), SLOW_AFTER_MS);
    const tooSlow = setTimeout(() => setPatience('tooSlow'), TOO_SLOW_AFTER_MS);
    return () => {
      clearTimeout(slow);
      clearTimeout(tooSlow);
    };
  }, []);
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('states.loading')}
      </p>
      {children}
      {patience !== 'fine' && (
        // A skeleton may be taller than the screen; its message stays visible.
        <div className="ui-enter sticky bottom-[calc(var(--shell-bottom,0px)+0.75rem)] z-10 mx-auto mt-3 flex w-fit flex-wrap items-center justify-center gap-2 rounded-card border border-line bg-sheet px-4 py-2 text-center text-body-s text-text-2 shadow-raised">
          <span role="status">{t(`states.${patience}`)}</span>
          {patience === 'tooSlow' && (
            <Button variant="text" size="small" onClick={onRetry}>
              {t('actions.retry')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Reading failed and there is no older data to show. Reads move no money, so the text does not mention money. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('common');
  const language = useLanguage();
  if (isMissing(error)) return <Missing error={error} />;
  return (
    <ErrorState
      title={t('states.failed')}
      code={error instanceof ApiError ? t('states.errorCode', { code: error.key }) : undefined}
      action={
        <>
          <Button size="small" onClick={onRetry}>
            {t('actions.retry')}
          </Button>
          <a href={hrefTo(paths.webview())} className={buttonClass('secondary', 'small')}>
            {t('actions.contact')}
          </a>
        </>
      }
    >
      {messageOf(error, language)}
    </ErrorState>
  );
}

/** A read takes its values from the address: one that cannot be an id leads to nothing, and the member typed nothing. */
function isMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.key.endsWith('NOT_FOUND') || error.key === 'FIELD_INVALID');
}

/** What the address names does not exist, or belongs to another member. Another try would find nothing either. */
function Missing({ error }: { error: ApiError }) {
  const t = useTranslations('common');
  const language = useLanguage();
  return (
    <div role="alert">
      <EmptyState
        icon={<FileSearch aria-hidden="true" strokeWidth={1.5} />}
        title={error.key === 'FIELD_INVALID' ? errorText('NOT_FOUND', language) : messageOf(error, language)}
        action={
          <a href={hrefTo(paths.webview())} className={buttonClass('secondary', 'small')}>
            {t('actions.contact')}
          </a>
        }
      />
    </div>
  );
}

export type ReadState = { isError: boolean; error: unknown; refetch: () => unknown };

/** In place of data that is not there: its skeleton while it is read, or why it could not be read. */
export function NotLoaded({ query, children }: { query: ReadState; children: ReactNode }) {
  const retry = () => void query.refetch();
  return query.isError ? (
    <LoadFailed error={query.error} onRetry={retry} />
  ) : (
    <Loading onRetry={retry}>{children}</Loading>
  );
}

/** One line in place of a small part that failed to load. */
export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common');
  return (
    <p role="alert" className="flex min-h-11 items-center justify-center gap-2 text-body-s text-text-2">
      {t('states.failed')}
      <Button variant="text" size="small" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </p>
  );
}
