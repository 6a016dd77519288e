/*
 * Agreements of which a new version holds: what changed since the version the member agreed to, then agree or later. It
 * waits for a quiet moment, asks once a visit, and blocks nothing: an open order, a withdrawal and the way out never
 * depend on it.
 */

import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../lib/language.ts';
import { navigate, useAddress } from '../lib/location.ts';
import { paths, routeOf } from '../lib/paths.ts';
import { messageOf } from '../services/api/message-of.ts';
import { useAgree, useAgreements } from '../services/content/agreements.ts';
import type { Agreement } from '../services/content/agreements.ts';
import { PageAbout, PageUnread } from '../services/content/page-text.tsx';
import { useSitePage } from '../services/content/site-page.ts';
import { TextChanges } from '../services/content/text-changes.tsx';
import { useFreeMoment } from './use-free-moment.ts';

const TICK_MS = 2_000;

export function AgreementLayer() {
  const due = (useAgreements().data?.items ?? []).filter(({ isDue }) => isDue);
  const isReading = routeOf(useAddress().path) === 'textview';
  const isFree = useFreeMoment();
  const [state, setState] = useState<'waiting' | 'asking' | 'later'>('waiting');
  const isDue = due.length > 0;

  const tick = useEffectEvent(() => {
    if (!document.hidden && !isReading && isFree()) setState('asking');
  });
  useEffect(() => {
    if (!isDue || state !== 'waiting') return;
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isDue, state]);

  return (
    <AgreementSheet due={due} open={state === 'asking' && isDue && !isReading} onClose={() => setState('later')} />
  );
}

type AgreementSheetProps = { due: readonly Agreement[]; open: boolean; onClose: () => void };

function AgreementSheet({ due, open, onClose }: AgreementSheetProps) {
  const t = useTranslations('content.agreements');
  const language = useLanguage();
  const agree = useAgree();
  const isFirst = due.every(({ accepted }) => accepted === null);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(isFirst ? 'first' : 'title')}
      footer={
        <div className="flex flex-col gap-2">
          {agree.isError && (
            <p role="alert" className="text-body-s text-danger">
              {messageOf(agree.error, language)}
            </p>
          )}
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" disabled={agree.isPending} onClick={onClose}>
              {t('later')}
            </Button>
            <Button loading={agree.isPending} onClick={() => agree.mutate(due, { onSuccess: onClose })}>
              {t('agree')}
            </Button>
          </div>
          <p className="text-center text-caption text-text-3">{t('laterHint')}</p>
        </div>
      }
    >
      <p className="text-body-s text-text-2">{t('text')}</p>
      {open && due.map((agreement) => <Changed key={agreement.slug} agreement={agreement} onRead={onClose} />)}
    </Sheet>
  );
}

function Changed({ agreement: { slug, version, accepted }, onRead }: { agreement: Agreement; onRead: () => void }) {
  const t = useTranslations('content.agreements');
  const state = useSitePage(slug, version);
  if (state.kind !== 'ready')
    return <PageUnread state={state.kind === 'failed' ? state : { kind: 'loading' }} onRetry={state.retry} />;
  const { page } = state;
  return (
    <section className="mt-4 rounded-card border border-line bg-surface-1 p-4">
      <h3 className="text-body font-bold">{page.title}</h3>
      <PageAbout page={page} />
      {page.change !== null && <p className="mt-2 text-body-s text-text-1">{page.change}</p>}
      {accepted !== null && (
        <div className="mt-3 text-body-s">
          <Since slug={slug} since={accepted.version} after={page.body} />
        </div>
      )}
      <Button
        variant="text"
        size="small"
        className="-ms-4"
        onClick={() => {
          onRead();
          navigate(paths.textview(slug));
        }}
      >
        {t('read')}
      </Button>
    </section>
  );
}

type SinceProps = { slug: string; since: number; after: Parameters<typeof TextChanges>[0]['after'] };

function Since({ slug, since, after }: SinceProps) {
  const old = useSitePage(slug, since);
  if (old.kind !== 'ready')
    return <PageUnread state={old.kind === 'failed' ? old : { kind: 'loading' }} onRetry={old.retry} />;
  return <TextChanges before={old.page.body} after={after} since={since} />;
}
