/* One price alert or reminder in a list, with what became of it. Needs the texts of `alerts`. */

import { listTicks } from '@candor/contract/calls/market';
import { pathOf } from '@candor/contract/operation';
import type { ReactNode } from 'react';
import type { AlertView, ReminderView } from '@candor/contract/alerts';
import type { Feed } from '@candor/contract/market';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { formatDateTime } from '../../lib/time.ts';
import { messageOf } from '../api/message-of.ts';
import { useRemove } from './alert-queries.ts';

type AlertRowProps = {
  alert: AlertView;
  /** The name of the product, where the list has several. */
  name?: string;
  /** The kind of prices that the product has now. */
  feed?: Feed | undefined;
};

export function AlertRow({ alert, name, feed }: AlertRowProps) {
  const t = useTranslations('alerts');
  const what = t(alert.side, { price: formatPrice(alert.price) });
  return (
    <Row kind="alerts" id={alert.id} title={name === undefined ? what : `${name} · ${what}`}>
      {alert.fired !== null ? (
        <>
          {t('fired', {
            time: formatDateTime(alert.fired.at),
            price: formatPrice(alert.fired.price),
            seq: alert.fired.seq,
          })}{' '}
          <a
            href={`${pathOf(listTicks, { code: alert.product })}?fromSeq=${alert.fired.seq}&toSeq=${alert.fired.seq}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center font-medium text-link"
          >
            {t('check')}
          </a>
        </>
      ) : alert.state === 'expired' ? (
        t('expired')
      ) : feed !== undefined && feed !== alert.feed ? (
        t('feedChanged')
      ) : (
        t('until', { time: formatDateTime(alert.expiresAt).slice(0, 16) })
      )}
    </Row>
  );
}

export function ReminderRow({ reminder, name }: { reminder: ReminderView; name: string }) {
  const t = useTranslations('alerts');
  const { toldAt, opensAt } = reminder;
  return (
    <Row kind="reminders" id={reminder.id} title={name}>
      {toldAt === null
        ? t('opens', { time: formatDateTime(opensAt).slice(0, 16) })
        : t('told', { time: formatDateTime(toldAt).slice(0, 16) })}
    </Row>
  );
}

type RowProps = { kind: 'alerts' | 'reminders'; id: string; title: string; children: ReactNode };

function Row({ kind, id, title, children }: RowProps) {
  const t = useTranslations('alerts');
  const language = useLanguage();
  const remove = useRemove(kind);
  return (
    <li className="flex min-h-14 items-center gap-2 py-1 ps-4 pe-2">
      <p className="min-w-0 flex-1">
        <span className="tnum block text-body-s font-bold">{title}</span>
        <span className="tnum block text-caption text-text-2">{children}</span>
      </p>
      <IconButton
        label={t('remove', { what: title })}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(id, {
            onSuccess: () => showToast(t('removed'), 'success'),
            onError: (error) => showToast(messageOf(error, language), 'danger'),
          })
        }
      >
        <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}
