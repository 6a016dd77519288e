/* The sheet for a member who forgot the withdraw password: a code to the phone, the login password, and the new one. */

import { Button } from '@candor/ui/button.tsx';
import { CodeField } from '@candor/ui/code-field.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { askForCode, readPracticeCode } from '@candor/contract/calls/security';
import { useMutation } from '@tanstack/react-query';
import { useErrorText } from '../../lib/i18n.tsx';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { useCountdown } from '../../services/form/use-countdown.ts';
import { RESET_PLACES, resetErrors } from './password-forms.ts';
import { useResetWithdrawPassword } from './security-queries.ts';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';

export function ResetSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('security.reset');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      {open && <ResetForm onDone={onClose} />}
    </Sheet>
  );
}

const EMPTY = { code: '', loginPwd: '', pwd: '', confirmPwd: '' };
const PIN = { autoComplete: 'off', inputMode: 'numeric', maxLength: 6 } as const;

function ResetForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('security');
  const actions = useTranslations('common.actions');
  const say = useErrorText();
  const code = useCode();
  const reset = useResetWithdrawPassword();
  const form = useContractForm({
    id: 'reset',
    places: RESET_PLACES,
    initial: EMPTY,
    request: (values) => values,
    check: resetErrors,
    async send(body, idempotencyKey) {
      await reset.mutateAsync({ body, idempotencyKey });
      showToast(say('WITHDRAW_PASSWORD_RECOVERED'), 'success');
      onDone();
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <p className="mb-2 text-body-s text-text-2">{t('reset.intro')}</p>
      <CodeField
        {...form.field('code')}
        label={t('reset.code')}
        hint={code.sent === null ? undefined : t('reset.sentTo', { phone: code.sent.to })}
        sendText={code.leftSec > 0 ? t('reset.wait', { seconds: code.leftSec }) : t('reset.send')}
        canSend={code.leftSec === 0 && !code.isAsking}
        sending={code.isAsking}
        onSend={code.ask}
      />
      {typeof code.sent?.shownCode === 'string' && (
        <p role="status" className="mb-3 rounded-control border border-line bg-surface-2 p-3 text-body-s">
          {t('reset.practice')} <strong className="tnum">{code.sent.shownCode}</strong>
        </p>
      )}
      <PasswordField {...form.field('loginPwd')} autoComplete="current-password" label={t('reset.loginPwd')} />
      <PasswordField {...form.field('pwd')} {...PIN} label={t('withdraw.new')} />
      <PasswordField {...form.field('confirmPwd')} {...PIN} label={t('withdraw.confirm')} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending} loadingText={actions('submitting')}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}

/** A code for the member's phone: asking for it, how long until the next one, and what a practice site shows. */
const PURPOSE = 'withdrawPassword';

function useCode() {
  const language = useLanguage();
  const [leftSec, wait] = useCountdown();
  const ask = useMutation({
    mutationFn: async () => {
      const sent = await call(askForCode, { body: { purpose: PURPOSE, channel: 'sms' } });
      const shown = sent.practice ? await call(readPracticeCode, { query: { purpose: PURPOSE } }) : { code: null };
      return { ...sent, shownCode: shown.code };
    },
    onSuccess: ({ resendAfterSec }) => wait(resendAfterSec),
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfterSec !== null) wait(error.retryAfterSec);
      showToast(messageOf(error, language), 'danger');
    },
  });
  return { ask: () => ask.mutate(), isAsking: ask.isPending, leftSec, sent: ask.data ?? null };
}
