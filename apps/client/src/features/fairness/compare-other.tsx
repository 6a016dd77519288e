/* Another member's code, scanned or pasted, and what comes of it. A scanned one is compared at once. */

import { useEffect, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { TextField } from '@candor/ui/text-field.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { CircleHelp, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { compareWith } from '../../services/proof/compare-key.ts';
import type { Compared } from '../../services/proof/compare-key.ts';

type State = { kind: 'idle' } | { kind: 'running' } | { kind: 'failed'; error: unknown } | Compared;

export function CompareOther({ scanned }: { scanned: string }) {
  const t = useTranslations('compare.other');
  const [text, setText] = useState(scanned);
  const [asked, setAsked] = useState(scanned === '' ? null : { code: scanned });
  const [state, setState] = useState<State>({ kind: scanned === '' ? 'idle' : 'running' });
  const change = (asks: { code: string } | null) => {
    setAsked(asks);
    setState({ kind: asks === null ? 'idle' : 'running' });
  };
  // What was said of a code is not said of another one.
  const edit = (to: string) => {
    setText(to);
    change(null);
  };
  useEffect(() => {
    if (asked === null) return;
    let left = false;
    compareWith(asked.code).then(
      (compared) => !left && setState(compared),
      (error: unknown) => !left && setState({ kind: 'failed', error }),
    );
    return () => {
      left = true;
    };
  }, [asked]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') change({ code: text });
  };
  return (
    <section aria-label={t('title')} className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 className="text-body font-bold">{t('title')}</h2>
      <p className="mt-1 text-body-s text-text-2">{t('text')}</p>
      <form onSubmit={submit} className="mt-3 flex flex-col gap-3 l:flex-row l:items-end print:hidden">
        <div className="min-w-0 grow">
          <TextField
            label={t('label')}
            reserveLine={false}
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => edit(event.currentTarget.value)}
            onClear={() => edit('')}
          />
        </div>
        <Button type="submit" size="large" loading={state.kind === 'running'} loadingText={t('comparing')}>
          {t('compare')}
        </Button>
      </form>
      <Outcome state={state} />
    </section>
  );
}

const LOOKS = {
  good: { Icon: ShieldCheck, tone: 'border-success text-success' },
  bad: { Icon: ShieldAlert, tone: 'border-danger text-danger' },
  open: { Icon: CircleHelp, tone: 'border-warn text-warn' },
} as const;

function Outcome({ state }: { state: State }) {
  const t = useTranslations('compare.result');
  const language = useLanguage();
  if (state.kind === 'idle') return null;
  if (state.kind === 'running') {
    return (
      <p role="status" className="mt-3">
        <Spinner className="size-5" />
      </p>
    );
  }
  const isBad = ['otherKey', 'fork', 'ownKeyLost'].includes(state.kind);
  const { Icon, tone } = LOOKS[isBad ? 'bad' : state.kind === 'same' ? 'good' : 'open'];
  const words = (): string => {
    if (state.kind === 'failed') return t('failed', { reason: messageOf(state.error, language) });
    if (state.kind === 'same') return state.size === null ? t('sameKey') : t('same', { size: state.size });
    return state.kind === 'fork' ? t('fork', { size: state.size }) : t(state.kind);
  };
  return (
    <div
      role={isBad ? 'alert' : 'status'}
      data-compared={state.kind}
      className={cx('mt-3 flex gap-3 rounded-card border-2 p-3', tone)}
    >
      <Icon aria-hidden="true" className="size-6 shrink-0" strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="text-body-s font-bold">{words()}</p>
        {state.kind === 'otherKey' && (
          <dl className="tnum mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-body-s text-text-1">
            <dt>{t('mine')}</dt>
            <dd>{state.own}</dd>
            <dt>{t('theirs')}</dt>
            <dd>{state.theirs}</dd>
          </dl>
        )}
      </div>
    </div>
  );
}
