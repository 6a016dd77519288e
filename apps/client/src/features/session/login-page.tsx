/*
 * Login: account, password, captcha. A refusal is shown where it can be fixed. Typed text is kept, except the captcha.
 */

import { Suspense, lazy } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Checkbox } from '@candor/ui/checkbox.tsx';
import { cx } from '@candor/ui/cx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { preloadAfterLogin } from '../../lib/shell-actions.ts';
import { useConnectionCheck } from '../../services/api/connection-check.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { AGREEMENT_LINKS } from './agreement-link.tsx';
import { WaitingNote } from '../../services/puzzle/waiting-note.tsx';
import { CaptchaField } from '../../services/captcha/captcha-field.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { useLoginForm } from './use-login-form.ts';

/** Only members with a second factor need it: it loads with its texts when the server asks. */
const SecondStep = lazy(async () => {
  const [{ SecondStep: Step }] = await Promise.all([import('./second-step.tsx'), loadTexts(['factor'])]);
  return { default: Step };
});

export function LoginPage() {
  const t = useTranslations('session.login');
  const form = useLoginForm();
  if (form.step !== null) {
    return (
      <EntryFrame>
        <Suspense fallback={<SkeletonRows count={3} />}>
          <SecondStep step={form.step} onBack={form.leaveStep} />
        </Suspense>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame>
      <h1 className="text-title-1">{t('title')}</h1>
      <p className="mt-2 text-body-s text-text-2 sideways:hidden xl:hidden">{t('subtitle')}</p>
      <LoginForm form={form} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
        <a href={hrefTo(paths.register())} className="inline-flex min-h-11 items-center font-bold text-link">
          {t('register')}
        </a>
        <a href={hrefTo(paths.forgot())} className="inline-flex min-h-11 items-center text-body-s text-text-2">
          {t('forgot')}
        </a>
        <a href={hrefTo(paths.webview())} className="inline-flex min-h-11 items-center text-body-s text-text-2">
          {t('support')}
        </a>
      </div>
      <p className="mt-4 text-caption text-text-3">{t.rich('agreements', AGREEMENT_LINKS)}</p>
      <ConnectionIndicator />
    </EntryFrame>
  );
}

function LoginForm({ form }: { form: ReturnType<typeof useLoginForm> }) {
  const t = useTranslations('session.login');
  // Method dialog: if it is pressed before the script loads, the form does nothing. It never puts a password into the
  // address.
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={form.submit}
      className="mt-6 flex flex-col gap-3 sideways:mt-3 sideways:grid sideways:grid-cols-2 sideways:items-start sideways:gap-x-4 sideways:gap-y-1 sideways:*:last:col-span-2"
    >
      <TextField
        {...form.field('username')}
        label={t('username')}
        placeholder={t('usernamePlaceholder')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={64}
        onFocus={preloadAfterLogin}
        onClear={() => form.change('username', '')}
      />
      <PasswordField
        {...form.field('pwd')}
        label={t('password')}
        placeholder={t('passwordPlaceholder')}
        autoComplete="current-password"
        maxLength={128}
        onFocus={preloadAfterLogin}
      />
      <CaptchaField {...form.field('code')} captcha={form.captcha} />
      <Checkbox
        label={t('remember')}
        checked={form.remember}
        onChange={(event) => form.setRemember(event.target.checked)}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending} loadingText={t('submitting')}>
        {t('submit')}
      </Button>
      {form.isSending && <WaitingNote />}
    </form>
  );
}

function ConnectionIndicator() {
  const t = useTranslations('session.login');
  const connection = useConnectionCheck();
  return (
    <p role="status" className="tnum mt-6 flex items-center justify-center gap-2 text-caption text-text-3">
      <span
        aria-hidden="true"
        className={cx(
          'size-1.5 rounded-full',
          connection.kind === 'up' ? 'bg-success' : connection.kind === 'down' ? 'bg-danger' : 'bg-text-disabled',
        )}
      />
      {connection.kind === 'checking' && t('connectionChecking')}
      {connection.kind === 'down' && t('connectionDown')}
      {connection.kind === 'up' &&
        (connection.number === null
          ? t('connection', { ms: Math.max(1, connection.tripMs) })
          : t('connectionNumber', { number: connection.number, ms: Math.max(1, connection.tripMs) }))}
    </p>
  );
}
