/* One press asks what the site's witnesses signed, and shows each with its line and where it says the same itself. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { cx } from '@candor/ui/cx';
import { ExternalLink, Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatDateTime } from '../../lib/time.ts';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { askWitnesses } from '../../services/proof/compare-key.ts';
import type { AskedWitness } from '../../services/proof/compare-key.ts';

type State =
  | { at: 'idle' | 'asking' | 'lost' }
  | { at: 'failed'; error: unknown }
  | { at: 'asked'; witnesses: readonly AskedWitness[] };

export function AskWitnesses() {
  const t = useTranslations('compare.witnesses');
  const result = useTranslations('compare.result');
  const [state, setState] = useState<State>({ at: 'idle' });
  const ask = () => {
    setState({ at: 'asking' });
    askWitnesses().then(
      (witnesses) => setState(witnesses === null ? { at: 'lost' } : { at: 'asked', witnesses }),
      (error: unknown) => setState({ at: 'failed', error }),
    );
  };
  return (
    <section aria-label={t('title')} className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 className="text-body font-bold">{t('title')}</h2>
      <p className="mt-1 text-body-s text-text-2">{t('text')}</p>
      <Button
        size="small"
        variant="outline"
        className="mt-3 print:hidden"
        icon={<Users aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
        loading={state.at === 'asking'}
        loadingText={t('asking')}
        onClick={ask}
      >
        {t('ask')}
      </Button>
      {state.at === 'failed' && <LoadFailed error={state.error} onRetry={ask} />}
      {state.at === 'lost' && (
        <p role="alert" className="mt-3 text-body-s text-danger">
          {result('ownKeyLost')}
        </p>
      )}
      <div role="status">
        {state.at === 'asked' && state.witnesses.length === 0 && <p className="mt-3 text-body-s">{t('none')}</p>}
        {state.at === 'asked' && state.witnesses.length > 0 && (
          <ul className="mt-3 flex flex-col gap-3">
            {state.witnesses.map((witness) => (
              <Witness key={witness.key} witness={witness} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

const TONES = {
  same: 'text-success',
  fork: 'text-danger',
  silent: 'text-warn',
  unsigned: 'text-danger',
  unread: 'text-warn',
} as const;

function Witness({ witness: { name, key, url, isTrusted, state, size, atMs, line } }: { witness: AskedWitness }) {
  const t = useTranslations('compare.witnesses');
  const words =
    state === 'same' || state === 'fork'
      ? t(state, { size: size ?? 0, time: atMs === null ? '' : formatDateTime(atMs) })
      : t(state);
  return (
    <li data-witness={state} className="rounded-control bg-surface-2 px-4 py-3">
      <h3 className="text-body-s font-bold wrap-anywhere">{name}</h3>
      {isTrusted && <p className="text-caption text-text-2">{t('trusted')}</p>}
      <p role={state === 'fork' ? 'alert' : undefined} className={cx('tnum text-body-s', TONES[state])}>
        {words}
      </p>
      <p className="mt-1 text-caption text-text-3">
        {t('key')}: <code className="wrap-anywhere">{key}</code>
      </p>
      {line !== '' && (
        <div className="flex items-center text-caption text-text-3">
          <p className="min-w-0 grow">
            {t('line')}: <code className="wrap-anywhere">{line}</code>
          </p>
          <CopyButton text={line} label={t('copy', { name })} className="-me-3" />
        </div>
      )}
      {url !== null && (
        <p className="text-caption text-text-3">
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-1 font-bold text-link"
          >
            {t('itself')}
            <ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </a>
          <span className="block">{t('itselfHint')}</span>
        </p>
      )}
    </li>
  );
}
