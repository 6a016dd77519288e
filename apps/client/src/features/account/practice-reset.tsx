import { newKey } from '@candor/api-client/new-key';
import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { ListRow } from '@candor/ui/list.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useDeviceOnline } from '../../lib/media.ts';
import { isOutcomeUnknown } from '@candor/api-client/api-error';
import { messageOf } from '../../services/api/message-of.ts';
import { useSite } from '../../services/session/site.ts';
import { useResetPractice } from './account-queries.ts';

/** What every practice wallet starts with. */
const PRACTICE_START = '100000.00';

/**
 * Resets the practice money, after a question. One key serves one intent: if the outcome is unknown, pressing again
 * asks the server about the same reset and does not start another one.
 */
export function PracticeReset() {
  const t = useTranslations('account.practice');
  const actions = useTranslations('common.actions');
  const states = useTranslations('common.states');
  const language = useLanguage();
  const { currency } = useSite();
  const start = formatMoney(PRACTICE_START, { symbol: currency.symbol });
  const [key, setKey] = useState<string | null>(null);
  const reset = useResetPractice();
  const online = useDeviceOnline();
  const close = () => {
    if (reset.isPending) return;
    setKey(null);
    reset.reset();
  };
  const unknown = reset.isError && isOutcomeUnknown(reset.error);
  return (
    <>
      <ListRow
        icon={<RotateCcw aria-hidden="true" strokeWidth={1.75} />}
        title={t('row')}
        detail={t('rowHint', { amount: start })}
        onPress={() => setKey(newKey())}
      />
      <Dialog
        open={key !== null}
        onClose={close}
        title={t('ask')}
        dismissible={!reset.isPending}
        actions={
          <>
            <Button variant="secondary" size="medium" disabled={reset.isPending} onClick={close}>
              {actions('cancel')}
            </Button>
            <Button
              size="medium"
              loading={reset.isPending}
              loadingText={actions('submitting')}
              disabled={!online}
              onClick={() => {
                if (key === null) return;
                reset.mutate(key, {
                  onSuccess: () => {
                    setKey(null);
                    reset.reset();
                    showToast(t('done'), 'success');
                  },
                });
              }}
            >
              {unknown ? t('check') : t('confirm')}
            </Button>
          </>
        }
      >
        <p>{t('text', { amount: start })}</p>
        {!online && (
          <p role="status" className="mt-3 text-warn">
            {states('offlineAction')}
          </p>
        )}
        {reset.isError && (
          <p role="alert" className="mt-3 text-danger">
            {unknown ? states('unknownOutcome') : messageOf(reset.error, language)}
          </p>
        )}
      </Dialog>
    </>
  );
}
