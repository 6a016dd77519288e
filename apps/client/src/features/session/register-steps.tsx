/* The fields of each step of registration. */

import { PERSON_NAME_MAX } from '@candor/contract/fields';
import { Checkbox } from '@candor/ui/checkbox.tsx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { cx } from '@candor/ui/cx';
import type { Control } from 'react-hook-form';
import { preloadAfterLogin } from '../../lib/shell-actions.ts';
import { useSite } from '../../services/session/site.ts';
import { AGREEMENT_LINKS } from './agreement-link.tsx';
import { CaptchaField } from '../../services/captcha/captcha-field.tsx';
import { birthDateOf, passwordStrength } from './register-form.ts';
import type { RegisterField } from './register-form.ts';
import type { RegisterForm } from './use-register-form.ts';
import { describedBy, FieldFrame, INPUT_CLASS, InputBox } from '@candor/ui/field.tsx';
import { useLanguage } from '../../lib/language.ts';
import type { BoundField } from '../../services/form/use-contract-form.ts';

type StepProps = { form: RegisterForm };

export function AccountStep({ form }: StepProps) {
  const t = useTranslations('session.register');
  const { registration } = useSite();
  const { checked } = form;
  const found = checked === 'checking' ? null : checked;
  return (
    <>
      <TextField
        {...plainField(form, 'username')}
        label={t('username')}
        hint={checked === null ? t('usernameHint') : <Found of={found === null ? 'checking' : 'free'} />}
        autoComplete="username"
        maxLength={32}
      />
      <JudgedAtPause form={form} name="username" finding={found?.username} />
      <div className="flex flex-col gap-3">
        <PasswordField
          {...plainField(form, 'pwd')}
          label={t('password')}
          hint={t('passwordHint')}
          autoComplete="new-password"
          maxLength={128}
        />
        <PasswordStrength control={form.control} />
      </div>
      <PasswordField
        {...plainField(form, 'confirmPwd')}
        label={t('confirm')}
        autoComplete="new-password"
        maxLength={128}
      />
      <TextField
        {...plainField(form, 'inviteCode')}
        label={registration.inviteRequired ? t('invite') : t('inviteOptional')}
        hint={found?.inviteCode === 'valid' ? <Found of="valid" /> : undefined}
        autoComplete="off"
        maxLength={32}
      />
      <JudgedAtPause form={form} name="inviteCode" finding={found?.inviteCode} />
    </>
  );
}

/** What is wrong is told as the error of the field. */
function Found({ of }: { of: 'checking' | 'free' | 'valid' }) {
  const t = useTranslations('session.register.check');
  return (
    <span role="status" className={of === 'checking' ? undefined : 'text-success'}>
      {t(of)}
    </span>
  );
}

export function SafetyStep({ form }: StepProps) {
  const t = useTranslations('session.register');
  const { registration, licence } = useSite();
  return (
    <>
      <TextField
        {...plainField(form, 'realName')}
        label={registration.identityRequired ? t('name') : t('nameOptional')}
        hint={t('nameHint')}
        autoComplete="name"
        maxLength={PERSON_NAME_MAX}
      />
      <IdNumberField form={form} />
      <TextField
        {...plainField(form, 'phone')}
        label={t('phone')}
        hint={t('phoneHint')}
        type="tel"
        autoComplete="tel"
        maxLength={32}
      />
      {licence && <CountryField {...form.field('country')} countries={licence.countries} />}
      <PasswordField
        {...plainField(form, 'withdrawPwd')}
        label={t('withdrawPassword')}
        hint={t('withdrawPasswordHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
      <PasswordField
        {...plainField(form, 'confirmWithdrawPwd')}
        label={t('confirmWithdraw')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
      <CaptchaField {...form.field('code')} captcha={form.captcha} />
      <p className="rounded-control border border-line bg-surface-1 px-4 py-3 text-body-s text-text-2 xl:bg-surface-2">
        {t('riskSummary')}
      </p>
      <Checkbox
        checked={form.agreement === 'given'}
        onChange={(event) => form.agree(event.target.checked)}
        error={form.agreement === 'missing' ? t('agreeRequired') : undefined}
        label={t.rich('agree', AGREEMENT_LINKS)}
      />
    </>
  );
}

/** Shows the birth date that is part of the number, so that a slip of the finger is seen. */
function IdNumberField({ form }: StepProps) {
  const t = useTranslations('session.register');
  const { registration } = useSite();
  const birth = birthDateOf(useWatch({ control: form.control, name: 'idNumber' }) ?? '');
  return (
    <TextField
      {...plainField(form, 'idNumber')}
      label={registration.identityRequired ? t('idNumber') : t('idNumberOptional')}
      hint={birth === null ? t('idHint') : t('birth', { date: birth })}
      autoComplete="off"
      maxLength={32}
    />
  );
}

/** Longer than between two letters. */
const PAUSE_MS = 800;

type JudgedProps = {
  form: RegisterForm;
  name: RegisterField;
  /** What the server has said of the value: the field is judged again when it comes. */
  finding: string | null | undefined;
};

/** Says what is wrong with a field while it is typed, at each pause, and not only when it is left. */
function JudgedAtPause({ form, name, finding }: JudgedProps) {
  const value = useWatch({ control: form.control, name }) ?? '';
  const judge = useEffectEvent(() => form.left(name));
  useEffect(() => {
    const timer = setTimeout(() => judge(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  useEffect(() => {
    if (typeof finding === 'string') judge();
  }, [finding]);
  return null;
}

/** No value of this form is a sentence: the device must not change it. */
function plainField(form: RegisterForm, name: RegisterField) {
  return {
    ...form.field(name),
    autoCapitalize: 'none',
    spellCheck: false,
    onFocus: preloadAfterLogin,
    // The same air below every field, with a hint and without one.
    reserveLine: false,
  };
}

/** @param countries ISO codes of the countries the licence allows. */
function CountryField({ countries, error, ...field }: BoundField & { countries: readonly string[] }) {
  const t = useTranslations('session.register');
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' });
  return (
    <FieldFrame id={field.id} label={t('country')} error={error}>
      <InputBox error={error !== undefined}>
        <select
          {...field}
          {...describedBy(field.id, undefined, error)}
          autoComplete="country"
          className={`${INPUT_CLASS} me-2`}
        >
          <option value="">{t('countryChoose')}</option>
          {countries.map((country) => (
            <option key={country} value={country} className="bg-sheet">
              {names.of(country)}
            </option>
          ))}
        </select>
      </InputBox>
    </FieldFrame>
  );
}

const TONES = ['bg-surface-3', 'bg-danger', 'bg-warn', 'bg-success'] as const;
const WORDS = ['weak', 'fair', 'good'] as const;

/** How strong the typed password is, as three bars and a word. */
function PasswordStrength({ control }: { control: Control<Record<string, string>> }) {
  const t = useTranslations('session.register');
  const strength = passwordStrength(useWatch({ control, name: 'pwd' }) ?? '');
  const word = WORDS[strength - 1];
  return (
    <div className="flex items-center gap-3 text-caption text-text-3">
      <span>{t('strength')}</span>
      <span aria-hidden="true" className="grid flex-1 grid-cols-3 gap-2">
        {[1, 2, 3].map((level) => (
          <span key={level} className={cx('h-1 rounded-full', level <= strength ? TONES[strength] : 'bg-surface-3')} />
        ))}
      </span>
      <span className="min-w-9 text-end text-text-2">{word === undefined ? '' : t(word)}</span>
    </div>
  );
}
