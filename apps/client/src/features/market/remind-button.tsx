import { Button } from '@candor/ui/button.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Bell, BellRing } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useAlerts, useRemove, useSetReminder } from '../../services/alerts/alert-queries.ts';

/** One press, and the member hears when this closed market opens. A second press takes it back. */
export function RemindButton({ code }: { code: string }) {
  const t = useTranslations('alerts');
  const language = useLanguage();
  const { data } = useAlerts();
  const set = useSetReminder();
  const remove = useRemove('reminders');
  const waiting = data?.reminders.find(({ product, toldAt }) => product === code && toldAt === null);
  const onError = (error: Error) => showToast(messageOf(error, language), 'danger');
  const press = () => {
    if (waiting === undefined) {
      set.mutate(code, { onSuccess: () => showToast(t('remind.done'), 'success'), onError });
    } else {
      remove.mutate(waiting.id, { onSuccess: () => showToast(t('removed')), onError });
    }
  };
  const Icon = waiting === undefined ? Bell : BellRing;
  return (
    <Button
      size="small"
      variant={waiting === undefined ? 'accent' : 'secondary'}
      aria-pressed={waiting !== undefined}
      disabled={data === undefined}
      loading={set.isPending || remove.isPending}
      onClick={press}
      icon={<Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
      className="shrink-0"
    >
      {t(waiting === undefined ? 'remind.set' : 'remind.isSet')}
    </Button>
  );
}
