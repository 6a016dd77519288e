import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useOneAtATime } from '../../services/form/use-one-at-a-time.ts';

type AskFirstProps = {
  open: boolean;
  title: string;
  text: string;
  confirm: string;
  /** The words of the button that leaves all as it is. */
  keep?: string;
  isChecking: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
};

/** A question before something that cannot be undone. It closes when that is done; a refusal is shown in it. */
export function AskFirst({ open, title, text, confirm, keep, isChecking, onClose, onConfirm }: AskFirstProps) {
  const t = useTranslations('cashier');
  const actions = useTranslations('common.actions');
  const states = useTranslations('common.states');
  const language = useLanguage();
  const online = useOnline();
  const { isBusy, run } = useOneAtATime();
  const [error, setError] = useState<unknown>(null);

  async function go() {
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (refusal) {
      setError(refusal);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      dismissible={!isBusy}
      actions={
        <>
          <Button variant="secondary" size="medium" disabled={isBusy} onClick={onClose}>
            {keep ?? t('cancel.keep')}
          </Button>
          <Button
            variant="destructive"
            size="medium"
            loading={isBusy}
            loadingText={actions('submitting')}
            disabled={!online}
            onClick={() => void run(go)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {(isChecking || !online) && (
        <p role="status" className="mt-3 text-warn">
          {isChecking ? t('checking') : states('offlineAction')}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="mt-3 text-danger">
          {messageOf(error, language)}
        </p>
      )}
    </Dialog>
  );
}
