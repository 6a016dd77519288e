/*
 * A forgotten login password, in two steps: the account, then the code and the new password. The server says the same for
 * every account, and so does this page. One step back keeps what was typed.
 */

import { useState } from 'react';
import { askForPasswordCode, resetPassword } from '@candor/contract/calls/password-reset';
import { IDENTITY_TAIL } from '@candor/contract/password-reset';
import { Button } from '@candor/ui/button.tsx';
import { CodeField } from '@candor/ui/code-field.tsx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { hrefTo, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useSteps } from '../../lib/steps.ts';
import { call } from '../../services/api/request.ts';
import { CaptchaField } from '../../services/captcha/captcha-field.tsx';
import { useCaptcha } from '../../services/captcha/use-captcha.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { useCountdown } from '../../services/form/use-countdown.ts';
import { usePuzzle } from '../../services/puzzle/use-puzzle.ts';
import { WaitingNote } from '../../services/puzzle/waiting-note.tsx';
import { useSite } from '../../services/session/site.ts';
import { EntryFrame } from './entry-frame.tsx';
import {
  ACCOUNT_PLACES,
  EMPTY_PASSWORD,
  PASSWORD_PLACES,
  STEPS,
  accountErrors,
  codeRequest,
  passwordErrors,
  resetRequest,
} from './forgot-form.ts';
import { rememberAccount } from './remembered-account.ts';

const LINK = 'inline-flex min-h-11 items-center text-body-s font-bold text-link disabled:text-text-3';

export function ForgotPage() {
  const t = useTranslations('forgot');
  const [step, setStep] = useSteps(STEPS);
  const [account, setAccount] = useState('');
  const [leftSec, wait] = useCountdown();
  const sent = (to: string, seconds: number) => {
    setAccount(to);
    wait(seconds);
    setStep('password');
  };
  return (
    <EntryFrame>
      <h1 className="text-title-1">{t('title')}</h1>
      <p className="mt-3 text-body-s text-text-2" role="status">
        {t('step', { step: STEPS.indexOf(step) + 1, total: STEPS.length })} · {t(`${step}Step`)}
      </p>
      {/* Both stay: what was typed is there after a step back. */}
      <div hidden={step !== 'account'}>
        <AccountForm asked={account} leftSec={leftSec} onSent={sent} />
      </div>
      <div hidden={step !== 'password'}>
        <PasswordForm account={account} leftSec={leftSec} onBack={() => setStep('account')} />
      </div>
      <p className="mt-3 text-body-s text-text-2">
        {t('noPhone')}{' '}
        <a href={hrefTo(paths.webview())} className={LINK}>
          {t('support')}
        </a>
      </p>
      <a href={hrefTo(paths.login())} className={LINK}>
        {t('back')}
      </a>
    </EntryFrame>
  );
}

type AccountFormProps = {
  /** The account that a code was asked for last; empty before. */
  asked: string;
  leftSec: number;
  onSent: (account: string, resendAfterSec: number) => void;
};

function AccountForm({ asked, leftSec, onSent }: AccountFormProps) {
  const t = useTranslations('forgot');
  const actions = useTranslations('common.actions');
  const captcha = useCaptcha(useSite().captcha.enabled);
  const nextPuzzle = usePuzzle('login');
  const form = useContractForm({
    id: 'forgot',
    places: ACCOUNT_PLACES,
    initial: { account: '', code: '' },
    request: (values) => codeRequest(values, captcha.uuid),
    check: (values) => accountErrors(values, captcha.uuid, captcha.state.kind !== 'off'),
    async send(body) {
      // Its code is on its way already.
      if (body.account === asked && leftSec > 0) return onSent(asked, leftSec);
      const { resendAfterSec } = await call(askForPasswordCode, { body, isToken: false });
      nextPuzzle();
      captcha.replace(null);
      form.forget('code');
      onSent(body.account, resendAfterSec);
    },
    onRefused(refusal) {
      if (refusal?.code === 0) return;
      captcha.replace(refusal);
      nextPuzzle();
      form.forget('code');
    },
  });
  const typed = useWatch({ control: form.control, name: 'account' }) ?? '';
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={form.submit}
      className="mt-6 flex flex-col gap-4 sideways:mt-2 sideways:gap-2"
    >
      <TextField
        {...form.field('account')}
        label={t('account')}
        hint={t('accountHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
      <CaptchaField {...form.field('code')} captcha={captcha} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending} loadingText={t('sending')}>
        {actions('next')}
      </Button>
      {form.isSending && <WaitingNote />}
      {/* After a reload, as when the phone needed the memory for the app of its messages. */}
      <button
        type="button"
        className={LINK}
        disabled={typed.trim() === ''}
        onClick={() => onSent(typed.trim(), leftSec)}
      >
        {t('haveCode')}
      </button>
    </form>
  );
}

type PasswordFormProps = { account: string; leftSec: number; onBack: () => void };

function PasswordForm({ account, leftSec, onBack }: PasswordFormProps) {
  const t = useTranslations('forgot');
  const actions = useTranslations('common.actions');
  const say = useErrorText();
  const { mode } = useSite();
  const nextPuzzle = usePuzzle('login', account !== '');
  const form = useContractForm({
    id: 'reset',
    places: PASSWORD_PLACES,
    initial: EMPTY_PASSWORD,
    request: (values) => resetRequest(account, values),
    check: (values) => passwordErrors(account, values),
    async send(body, idempotencyKey) {
      const { username } = await call(resetPassword, { body, isToken: false, idempotencyKey });
      rememberAccount(username);
      showToast(say('PASSWORD_RECOVERED'), 'success');
      navigate(paths.login(), { relaunch: true });
    },
    onRefused(refusal) {
      if (refusal?.code !== 0) nextPuzzle();
    },
  });
  return (
    <form noValidate method="dialog" onSubmit={form.submit} className="mt-6 flex flex-col gap-4">
      <p className="text-body-s text-text-2">{t('intro')}</p>
      {mode === 'practice' && <p className="text-body-s text-text-2">{t('practice')}</p>}
      {/* Another code may need another picture: the first step asks for it. */}
      <CodeField
        {...form.field('code')}
        label={t('code')}
        sendText={leftSec > 0 ? t('wait', { seconds: leftSec }) : t('send')}
        canSend={leftSec === 0}
        onSend={onBack}
      />
      <PasswordField
        {...form.field('pwd')}
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        maxLength={128}
      />
      <PasswordField {...form.field('confirmPwd')} label={t('confirm')} autoComplete="new-password" maxLength={128} />
      <TextField
        {...form.field('idTail')}
        label={t('idTail')}
        hint={t('idHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={IDENTITY_TAIL}
      />
      <p className="text-caption text-text-3">{t('effect')}</p>
      <FormMessage>{form.message}</FormMessage>
      <div className="flex gap-3">
        <Button variant="secondary" onClick={onBack}>
          {actions('previous')}
        </Button>
        <Button type="submit" className="flex-1" loading={form.isSending} loadingText={t('submitting')}>
          {t('submit')}
        </Button>
      </div>
      {form.isSending && <WaitingNote />}
    </form>
  );
}
