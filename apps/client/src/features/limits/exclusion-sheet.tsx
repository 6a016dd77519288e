/*
 * Self-exclusion. It cannot be taken back, so the member reads what it does and types a phrase before the button can be
 * pressed. To close the sheet is as easy as ever.
 */

import type { ReactNode } from 'react';
import { EXCLUSION_TERMS } from '@candor/contract/limits';
import type { ExclusionTerm, LimitsBody } from '@candor/contract/limits';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Sheet } from '@candor/ui/modal.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Ban, Check, Lock } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useObservable } from '../../lib/observable.ts';
import { useOnline } from '../../lib/online.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { draft } from '../../services/session/drafts.ts';
import { useChangeLimits } from './limits-queries.ts';

/** Stays chosen when back closes the sheet. The phrase does not: it is typed for what is about to be done. */
const chosen = draft<ExclusionTerm>('day');

export function ExclusionSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('limits.exclusion');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      {open && <ExclusionForm onDone={onClose} />}
    </Sheet>
  );
}

function ExclusionForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('limits.exclusion');
  const actions = useTranslations('common.actions');
  const online = useOnline();
  const change = useChangeLimits();
  const term = useObservable(chosen);
  const phrase = t('phrase');
  const form = useContractForm<'phrase', LimitsBody>({
    id: 'exclusion',
    places: { fields: ['phrase'] },
    initial: { phrase: '' },
    request: () => ({ exclusion: term }),
    // The button cannot be pressed before the phrase is there.
    check: () => ({}),
    async send(body, idempotencyKey) {
      await change.mutateAsync({ body, idempotencyKey });
      chosen.set('day');
      showToast(t('done'), 'success');
      onDone();
    },
  });
  const typed = useWatch({ control: form.control, name: 'phrase' }) ?? '';
  const isConfirmed = typed.trim().toLowerCase() === phrase.toLowerCase();
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      <ul className="flex flex-col gap-2 text-body-s">
        <Point Icon={Ban}>{t('stops')}</Point>
        <Point Icon={Check}>{t('goesOn')}</Point>
        <Point Icon={Lock}>
          <strong>{t('never')}</strong> {t('longer')}
        </Point>
      </ul>
      <TermChoice value={term} onChange={(next) => chosen.set(next)} />
      <TextField
        {...form.field('phrase')}
        label={t('type', { phrase })}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        reserveLine={false}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button
        type="submit"
        variant="destructive"
        block
        disabled={!isConfirmed || !online}
        loading={form.isSending}
        loadingText={actions('submitting')}
      >
        {t('start')}
      </Button>
    </form>
  );
}

function Point({ Icon, children }: { Icon: typeof Ban; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className="relative top-0.5 size-4 shrink-0 text-text-2" />
      <span>{children}</span>
    </li>
  );
}

function TermChoice({ value, onChange }: { value: ExclusionTerm; onChange: (term: ExclusionTerm) => void }) {
  const t = useTranslations('limits.exclusion');
  return (
    <fieldset className="grid grid-cols-2 gap-2 s:grid-cols-3">
      <legend className="mb-2 text-body-s font-bold">{t('pick')}</legend>
      {EXCLUSION_TERMS.map((term) => (
        <label
          key={term}
          className={cx(
            'press relative flex min-h-11 cursor-pointer items-center justify-center rounded-control border px-2 text-body-s font-bold',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            term === value ? 'border-selected bg-selected-tint text-text-1' : 'border-line-control text-text-1',
          )}
        >
          <input
            type="radio"
            name="exclusion-term"
            value={term}
            checked={term === value}
            onChange={() => onChange(term)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {t(`terms.${term}`)}
        </label>
      ))}
    </fieldset>
  );
}
