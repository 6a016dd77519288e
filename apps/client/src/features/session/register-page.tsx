/* Registration in two steps: the account, then identity and safety. */

import type { ComponentProps } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Checkbox } from '@candor/ui/checkbox.tsx';
import { cx } from '@candor/ui/cx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { CircleAlert, DoorClosed } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { preloadAfterLogin } from '../../lib/shell-actions.ts';
import { useSite } from '../../services/session/site.ts';
import { AGREEMENT_LINKS } from './agreement-link.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { CountryField } from './country-field.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { birthDateOf, passwordStrength } from './register-form.ts';
import type { RegisterField } from './register-form.ts';
import { fieldId, useRegisterForm } from './use-register-form.ts';
import type { RegisterForm } from './use-register-form.ts';

export function RegisterPage() {
  const t = useTranslations('session.register');
  const { registration } = useSite();
  return (
    <EntryFrame>
      <h1 className="text-[1.75rem]/9 font-bold">{t('title')}</h1>
      {registration.open ? (
        <Form />
      ) : (
        <EmptyState icon={<DoorClosed aria-hidden="true" strokeWidth={1.5} />} title={t('closed')}>
          {t('closedText')}
        </EmptyState>
      )}
      <a
        href={hrefTo(paths.login())}
        className="mt-2 inline-flex min-h-11 items-center text-body-s font-semibold text-accent"
      >
        {t('haveAccount')}
      </a>
    </EntryFrame>
  );
}

function Form() {
  const t = useTranslations('session.register');
  const actions = useTranslations('common.actions');
  const form = useRegisterForm();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.step === 0) form.next();
        else form.submit();
      }}
    >
      <Progress step={form.step} />
      <div className="ui-enter mt-6 flex flex-col gap-2" key={form.step}>
        {form.step === 0 ? <AccountStep form={form} /> : <SafetyStep form={form} />}
      </div>
      <p role="alert" className="my-2 flex min-h-6 items-start gap-1.5 text-body-s text-danger">
        {form.message !== '' && (
          <>
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {form.message}
          </>
        )}
      </p>
      <div className="sticky bottom-0 -mx-1 flex gap-3 bg-bg px-1 py-3 xl:bg-surface-1">
        {form.step === 1 && (
          <Button variant="secondary" onClick={form.back}>
            {actions('previous')}
          </Button>
        )}
        <Button type="submit" className="flex-1" loading={form.sending} loadingText={t('submitting')}>
          {form.step === 0 ? actions('next') : t('submit')}
        </Button>
      </div>
    </form>
  );
}

function Progress({ step }: { step: 0 | 1 }) {
  const t = useTranslations('session.register');
  return (
    <div className="mt-4">
      <p className="text-body-s text-text-2" role="status">
        {t('step', { step: step + 1, total: 2 })} · {step === 0 ? t('accountStep') : t('safetyStep')}
      </p>
      <div aria-hidden="true" className="mt-3 grid grid-cols-2 gap-2">
        {[0, 1].map((index) => (
          <span key={index} className={cx('h-1 rounded-full', index <= step ? 'bg-accent-fill' : 'bg-surface-3')} />
        ))}
      </div>
    </div>
  );
}

/** What every field of this form shares. */
function bind(form: RegisterForm, field: RegisterField): Omit<ComponentProps<typeof TextField>, 'label'> {
  return {
    id: fieldId(field),
    name: field,
    value: form.values[field],
    error: form.errorOf(field),
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: (event) => form.change(field, event.target.value),
    onFocus: preloadAfterLogin,
    onBlur: () => form.touch(field),
  };
}

function AccountStep({ form }: { form: RegisterForm }) {
  const t = useTranslations('session.register');
  const { registration } = useSite();
  return (
    <>
      <TextField
        {...bind(form, 'username')}
        label={t('username')}
        hint={t('usernameHint')}
        autoComplete="username"
        maxLength={32}
      />
      <PasswordField
        {...bind(form, 'pwd')}
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        maxLength={128}
      />
      <Strength password={form.values.pwd} />
      <PasswordField {...bind(form, 'confirmPwd')} label={t('confirm')} autoComplete="new-password" maxLength={128} />
      <TextField
        {...bind(form, 'inviteCode')}
        label={registration.inviteRequired ? t('invite') : t('inviteOptional')}
        autoComplete="off"
        maxLength={32}
      />
    </>
  );
}

const STRENGTH_TONES = ['bg-surface-3', 'bg-danger', 'bg-warn', 'bg-success'] as const;

function Strength({ password }: { password: string }) {
  const t = useTranslations('session.register');
  const strength = passwordStrength(password);
  const word = strength === 0 ? '' : t((['weak', 'fair', 'good'] as const)[strength - 1] ?? 'weak');
  return (
    <div className="-mt-1 mb-2 flex items-center gap-3 text-caption text-text-3">
      <span>{t('strength')}</span>
      <span aria-hidden="true" className="grid flex-1 grid-cols-3 gap-1.5">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={cx('h-1 rounded-full', level <= strength ? STRENGTH_TONES[strength] : 'bg-surface-3')}
          />
        ))}
      </span>
      <span className="min-w-9 text-end text-text-2">{word}</span>
    </div>
  );
}

function SafetyStep({ form }: { form: RegisterForm }) {
  const t = useTranslations('session.register');
  const { registration, licence } = useSite();
  const birth = birthDateOf(form.values.idNumber);
  return (
    <>
      <TextField
        {...bind(form, 'realName')}
        label={registration.identityRequired ? t('name') : t('nameOptional')}
        hint={t('nameHint')}
        autoComplete="name"
        maxLength={64}
      />
      <TextField
        {...bind(form, 'idNumber')}
        label={registration.identityRequired ? t('idNumber') : t('idNumberOptional')}
        hint={birth === null ? t('idHint') : t('birth', { date: birth })}
        autoComplete="off"
        maxLength={32}
      />
      <TextField
        {...bind(form, 'phone')}
        label={t('phone')}
        hint={t('phoneHint')}
        type="tel"
        autoComplete="tel"
        maxLength={32}
      />
      {licence && (
        <CountryField
          id={fieldId('country')}
          countries={licence.countries}
          value={form.values.country}
          error={form.errorOf('country')}
          onChange={(country) => form.change('country', country)}
        />
      )}
      <PasswordField
        {...bind(form, 'withdrawPwd')}
        label={t('withdrawPassword')}
        hint={t('withdrawPasswordHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
      <PasswordField
        {...bind(form, 'confirmWithdrawPwd')}
        label={t('confirmWithdraw')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
      <CaptchaField
        id={fieldId('code')}
        captcha={form.captcha}
        value={form.values.code}
        error={form.errorOf('code')}
        onChange={(value) => form.change('code', value)}
      />
      <p className="rounded-input border border-line bg-surface-1 px-4 py-3 text-body-s text-text-2 xl:bg-surface-2">
        {t('riskSummary')}
      </p>
      <Checkbox
        checked={form.agreed}
        onChange={(event) => form.agree(event.target.checked)}
        error={form.agreeMissing ? t('agreeRequired') : undefined}
        label={t.rich('agree', AGREEMENT_LINKS)}
      />
    </>
  );
}
