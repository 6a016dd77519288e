/* Registration in two steps: the account, then identity and safety. */

import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { EmptyState } from '@candor/ui/states.tsx';
import { DoorClosed } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { WaitingNote } from '../../services/puzzle/waiting-note.tsx';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useSite } from '../../services/session/site.ts';
import { EntryFrame } from './entry-frame.tsx';
import { STEPS } from './register-form.ts';
import type { Step } from './register-form.ts';
import { AccountStep, SafetyStep } from './register-steps.tsx';
import { useRegisterForm } from './use-register-form.ts';

export function RegisterPage() {
  const t = useTranslations('session.register');
  const { registration } = useSite();
  return (
    <EntryFrame>
      <h1 className="text-title-1">{t('title')}</h1>
      {registration.open ? (
        <RegisterForm />
      ) : (
        <EmptyState icon={<DoorClosed aria-hidden="true" strokeWidth={1.5} />} title={t('closed')}>
          {t('closedText')}
        </EmptyState>
      )}
      <a
        href={hrefTo(paths.login())}
        className="mt-2 inline-flex min-h-11 items-center text-body-s font-bold text-link"
      >
        {t('haveAccount')}
      </a>
    </EntryFrame>
  );
}

const STEP_PARTS = { account: AccountStep, safety: SafetyStep } as const;

function RegisterForm() {
  const t = useTranslations('session.register');
  const actions = useTranslations('common.actions');
  const form = useRegisterForm();
  const isLast = form.step === STEPS.at(-1);
  const StepPart = STEP_PARTS[form.step];
  return (
    <form noValidate onSubmit={form.submit}>
      <Progress step={form.step} />
      <div
        className="ui-enter mt-6 flex flex-col gap-6 sideways:mt-3 sideways:grid sideways:grid-cols-2 sideways:items-start sideways:gap-x-4 sideways:gap-y-3"
        key={form.step}
      >
        <StepPart form={form} />
      </div>
      <div className="mt-2 empty:hidden">
        <FormMessage>{form.message}</FormMessage>
        {form.isSending && <WaitingNote />}
      </div>
      <div className="sticky bottom-0 z-10 -mx-[var(--gutter)] mt-2 flex gap-3 bg-bg px-[var(--gutter)] py-3 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-bg before:to-transparent sideways:py-2 xl:mx-0 xl:bg-surface-1 xl:px-0 xl:before:from-surface-1">
        {isLast && (
          <Button variant="secondary" onClick={form.back}>
            {actions('previous')}
          </Button>
        )}
        {/* Each step has a button of its own, so that a double press of one is not for the next. */}
        <Button key={form.step} type="submit" className="flex-1" loading={form.isSending} loadingText={t('submitting')}>
          {isLast ? t('submit') : actions('next')}
        </Button>
      </div>
    </form>
  );
}

function Progress({ step }: { step: Step }) {
  const t = useTranslations('session.register');
  const at = STEPS.indexOf(step);
  return (
    <div className="mt-4 sideways:mt-1">
      <p className="text-body-s text-text-2" role="status">
        {t('step', { step: at + 1, total: STEPS.length })} · {t(`${step}Step`)}
      </p>
      <div aria-hidden="true" className="mt-3 grid grid-cols-2 gap-2 sideways:mt-1">
        {STEPS.map((name, index) => (
          <span key={name} className={cx('h-1 rounded-full', index <= at ? 'bg-selected' : 'bg-surface-3')} />
        ))}
      </div>
    </div>
  );
}
