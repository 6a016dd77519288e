/*
 * Login: account, password, captcha. A refusal is shown where it can be fixed. Typed text is kept, except the captcha.
 */

import { newKey } from '@candor/api-client/new-key';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Checkbox } from '@candor/ui/checkbox.tsx';
import { cx } from '@candor/ui/cx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { readKept, removeKept, tryWriteKept } from '../../lib/kept-store.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { preloadAfterLogin } from '../../lib/shell-actions.ts';
import { ApiError } from '@candor/api-client/api-error';
import { messageOf } from '../../services/api/message-of.ts';
import { useLine } from '../../services/api/line.ts';
import { useSite } from '../../services/session/site.ts';
import { useLanguage } from '../../lib/language.ts';
import { AGREEMENT_LINKS } from './agreement-link.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { LOGIN_IDS, focusedBefore, typedBefore } from './first-form.ts';
import { loginErrors, loginRequest, placeLoginErrors } from './login-form.ts';
import type { LoginErrors, LoginField, LoginValues } from './login-form.ts';
import { signIn } from './sign-in.ts';
import { useCaptcha } from './use-captcha.ts';

const ACCOUNT_KEY = 'remembered-account';

export function LoginPage() {
  const t = useTranslations('session.login');
  return (
    <EntryFrame>
      <h1 className="text-[1.75rem]/9 font-bold">{t('title')}</h1>
      <p className="mt-2 text-body-s text-text-2 xl:hidden">{t('subtitle')}</p>
      <LoginForm />
      <div className="mt-2 flex items-center justify-between">
        <a href={hrefTo(paths.register())} className="inline-flex min-h-11 items-center font-semibold text-accent">
          {t('register')}
        </a>
        <a href={hrefTo(paths.webview())} className="inline-flex min-h-11 items-center text-body-s text-text-2">
          {t('support')}
        </a>
      </div>
      <p className="mt-4 text-caption text-text-3">{t.rich('agreements', AGREEMENT_LINKS)}</p>
      <LineIndicator />
    </EntryFrame>
  );
}

function LoginForm() {
  const t = useTranslations('session.login');
  const say = useErrorText();
  const form = useLoginForm();
  const word = (field: LoginField) => {
    const key = form.errors[field];
    return key === undefined ? undefined : say(key);
  };
  // Method dialog: if it is pressed before the script loads, the form does nothing. It never puts a password into the
  // address.
  return (
    <form noValidate method="dialog" onSubmit={form.submit} className="mt-8 flex flex-col gap-2">
      <TextField
        id={LOGIN_IDS.username}
        name="username"
        label={t('username')}
        placeholder={t('usernamePlaceholder')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={64}
        onFocus={preloadAfterLogin}
        value={form.values.username}
        onChange={(event) => form.change('username', event.target.value)}
        onClear={() => form.change('username', '')}
        error={word('username')}
      />
      <PasswordField
        id={LOGIN_IDS.pwd}
        name="password"
        label={t('password')}
        placeholder={t('passwordPlaceholder')}
        autoComplete="current-password"
        maxLength={128}
        onFocus={preloadAfterLogin}
        value={form.values.pwd}
        onChange={(event) => form.change('pwd', event.target.value)}
        error={word('pwd')}
      />
      <CaptchaField
        id={LOGIN_IDS.code}
        captcha={form.captcha}
        value={form.values.code}
        onChange={(value) => form.change('code', value)}
        error={word('code')}
      />
      <Checkbox
        label={t('remember')}
        checked={form.remember}
        onChange={(event) => form.setRemember(event.target.checked)}
      />
      <p role="alert" className="flex min-h-6 items-start gap-1.5 text-body-s text-danger">
        {form.formMessage !== '' && (
          <>
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {form.formMessage}
          </>
        )}
      </p>
      <Button type="submit" block loading={form.sending} loadingText={t('submitting')}>
        {t('submit')}
      </Button>
    </form>
  );
}

function useLoginForm() {
  const { captcha: captchaConfig } = useSite();
  const language = useLanguage();
  const say = useErrorText();
  const captcha = useCaptcha(captchaConfig.enabled);
  const [values, setValues] = useState<LoginValues>(typedBefore);
  const [errors, setErrors] = useState<LoginErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [sending, setSending] = useState(false);
  const [remember, setRemember] = useRememberedAccount((username) =>
    setValues((now) => (now.username === '' ? { ...now, username } : now)),
  );
  const intent = useRef({ body: '', key: '' });
  const [focused] = useState(focusedBefore);
  useEffect(() => {
    if (focused !== null) document.getElementById(focused)?.focus();
  }, [focused]);

  function refuse(next: LoginErrors) {
    setErrors(next);
    const first = (['username', 'pwd', 'code'] as const).find((field) => next[field] !== undefined);
    if (first) document.getElementById(LOGIN_IDS[first])?.focus();
  }

  async function send() {
    const body = loginRequest(values, captcha.uuid);
    const text = JSON.stringify(body);
    // Sending the same values again is the same intent: a lost answer must not count as a second try.
    if (intent.current.body !== text) intent.current = { body: text, key: newKey() };
    setSending(true);
    setFailure(null);
    try {
      rememberAccount(remember ? body.username : '');
      await signIn('login', body, body.username, intent.current.key);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      setFailure(refusal);
      refuse(placeLoginErrors(refusal?.fields ?? {}, refusal?.key ?? 'UNKNOWN_ERROR'));
      if (refusal?.code !== 0) {
        captcha.replace(refusal);
        setValues((now) => ({ ...now, code: '' }));
      }
    } finally {
      setSending(false);
    }
  }

  return {
    captcha,
    values,
    errors,
    sending,
    remember,
    setRemember,
    formMessage: formMessage(),
    change(field: LoginField, value: string) {
      setValues({ ...values, [field]: value });
      const { [field]: _, form: __, ...others } = errors;
      setErrors(others);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (sending) return;
      const wrong = loginErrors(values, captcha.uuid, captcha.state.kind !== 'off');
      setFailure(null);
      if (Object.keys(wrong).length > 0) refuse(wrong);
      else void send();
    },
  };

  function formMessage(): string {
    if (errors.form === undefined) return '';
    // A network failure during login moved no money, so the member can simply try again.
    if (failure?.code === 0) return say('NETWORK_ERROR');
    return failure?.key === errors.form ? messageOf(failure, language) : say(errors.form);
  }
}

/** The account name survives a logout if the member asked for it; nothing else does. */
function useRememberedAccount(onFound: (username: string) => void): [boolean, (remember: boolean) => void] {
  const [remember, setRemember] = useState(true);
  const found = useRef(onFound);
  useEffect(() => {
    void readKept(ACCOUNT_KEY).then((username) => {
      if (typeof username === 'string') found.current(username);
    });
  }, []);
  return [remember, setRemember];
}

function rememberAccount(username: string): void {
  if (username === '') void removeKept(ACCOUNT_KEY).catch(() => undefined);
  else tryWriteKept(ACCOUNT_KEY, username);
}

function LineIndicator() {
  const t = useTranslations('session.login');
  const line = useLine();
  return (
    <p role="status" className="tnum mt-6 flex items-center justify-center gap-2 text-caption text-text-3">
      <span
        aria-hidden="true"
        className={cx(
          'size-1.5 rounded-full',
          line.kind === 'up' ? 'bg-success' : line.kind === 'down' ? 'bg-danger' : 'bg-text-disabled',
        )}
      />
      {line.kind === 'checking' && t('lineChecking')}
      {line.kind === 'down' && t('lineDown')}
      {line.kind === 'up' &&
        (line.number === null
          ? t('line', { ms: line.tripMs })
          : t('lineNumber', { number: line.number, ms: line.tripMs }))}
    </p>
  );
}
