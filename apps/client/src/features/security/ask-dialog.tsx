/* A question before something that should not happen by a slip. A refusal is shown in it. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useOneAtATime } from '../../services/form/use-one-at-a-time.ts';

type AskDialogProps = {
  title: string;
  text: string;
  action: string;
  /** Of the button that does it: red, unless nothing is lost by it. */
  variant?: 'destructive' | 'primary';
  onClose: () => void;
  onConfirm: () => Promise<void>;
};

export function AskDialog({ title, text, action, variant = 'destructive', onClose, onConfirm }: AskDialogProps) {
  const actions = useTranslations('common.actions');
  const language = useLanguage();
  const [message, setMessage] = useState('');
  const { isBusy, run } = useOneAtATime();

  async function confirm() {
    setMessage('');
    await onConfirm().then(onClose, (error: unknown) => setMessage(messageOf(error, language)));
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" size="medium" onClick={onClose}>
            {actions('cancel')}
          </Button>
          <Button variant={variant} size="medium" loading={isBusy} onClick={() => void run(confirm)}>
            {action}
          </Button>
        </>
      }
    >
      {text}
      <FormMessage>{message}</FormMessage>
    </Dialog>
  );
}
