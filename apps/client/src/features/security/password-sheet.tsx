/* The sheets for a new login password and a new withdraw password: the old one, the new one, and the new one again. */

import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Sheet } from '@candor/ui/modal.tsx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Check, Circle } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { PASSWORD_PLACES, passwordErrors, passwordRules } from './password-forms.ts';
import type { PasswordKind } from './password-forms.ts';
import { useChangePassword } from './security-queries.ts';

export function PasswordSheet({ kind, onClose }: { kind: PasswordKind | null; onClose: () => void }) {
  const t = useTranslations('security');
  return (
    <Sheet open={kind !== null} onClose={onClose} title={kind === null ? '' : t(`${kind}.title`)}>
      {kind !== null && <PasswordForm kind={kind} onDone={onClose} />}
    </Sheet>
  );
}

const EMPTY = { oldPwd: '', pwd: '', confirmPwd: '' };
/** The system's keypad for six digits. A saved login password is not offered for them. */
const INPUTS = {
  password: { old: { autoComplete: 'current-password' }, new: { autoComplete: 'new-password', maxLength: 128 } },
  withdraw: {
    old: { autoComplete: 'off', inputMode: 'numeric', maxLength: 6 },
    new: { autoComplete: 'off', inputMode: 'numeric', maxLength: 6 },
  },
} as const;

function PasswordForm({ kind, onDone }: { kind: PasswordKind; onDone: () => void }) {
  const t = useTranslations('security');
  const actions = useTranslations('common.actions');
  const say = useErrorText();
  const username = useProfile().data?.userName ?? '';
  const change = useChangePassword(kind);
  const form = useContractForm({
    id: kind,
    places: PASSWORD_PLACES,
    initial: EMPTY,
    request: (values) => values,
    check: (values) => passwordErrors(kind, values, username),
    async send(body, idempotencyKey) {
      await change.mutateAsync({ body, idempotencyKey });
      showToast(kind === 'password' ? say('PASSWORD_CHANGED') : t('withdraw.done'), 'success');
      onDone();
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      {/* Tells a password manager whose password changes. */}
      {kind === 'password' && (
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      )}
      <PasswordField {...form.field('oldPwd')} {...INPUTS[kind].old} label={t(`${kind}.old`)} />
      <PasswordField {...form.field('pwd')} {...INPUTS[kind].new} label={t(`${kind}.new`)} />
      <Rules kind={kind} username={username} control={form.control} />
      <PasswordField {...form.field('confirmPwd')} {...INPUTS[kind].new} label={t(`${kind}.confirm`)} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending} loadingText={actions('submitting')}>
        {t(`${kind}.submit`)}
      </Button>
    </form>
  );
}

type RulesProps = { kind: PasswordKind; username: string; control: Control<Record<string, string>> };

/** Each rule turns to a tick while the password is typed. */
function Rules({ kind, username, control }: RulesProps) {
  const t = useTranslations('security.rules');
  const [oldPwd, pwd] = useWatch({ control, name: ['oldPwd', 'pwd'] });
  return (
    <ul aria-label={t('title')} className="-mt-2 mb-1 flex flex-col gap-1 text-caption">
      {passwordRules(kind, { oldPwd, pwd }, username).map(({ rule, isMet }) => {
        const Icon = isMet ? Check : Circle;
        return (
          <li key={rule} className={cx('flex items-start gap-2', isMet ? 'text-success' : 'text-text-3')}>
            <Icon aria-hidden="true" className="relative top-0.5 size-3.5 shrink-0" />
            <span>{t(rule)}</span>
            <span className="sr-only">{t(isMet ? 'met' : 'unmet')}</span>
          </li>
        );
      })}
    </ul>
  );
}
