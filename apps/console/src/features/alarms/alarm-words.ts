import { useTranslations } from 'use-intl';
import { VOID_REASONS } from '@candor/contract/trading';
import type { OperatorAlarm } from '@candor/contract/console-alarms';

type Said = Pick<OperatorAlarm, 'kind' | 'subject' | 'detail'>;

/** What an alarm says, in a sentence with its figures. */
export function useAlarmWords(): (alarm: Said) => string {
  const t = useTranslations('alarms.saysOf');
  const reasonText = useTranslations('orders.reasonOf');
  return ({ kind, subject, detail }) => {
    if (kind === 'ordersVoid') {
      const words = String(detail['reasons'] ?? '').split(' ');
      const reasons = VOID_REASONS.filter((reason) => words.includes(reason)).map((reason) => reasonText(reason));
      return t(kind, { ...detail, reasons: reasons.join(' · ') });
    }
    if (kind === 'backupOld' && 'none' in detail) return t('backupNone');
    return t(kind, { subject, ...detail });
  };
}
