/* The way to the ticket. If the market is closed: the time until it opens. If it is stopped: the reason. */

import { useEffect, useEffectEvent } from 'react';
import type { ProductView } from '@candor/contract/market';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing, CircleSlash2, MoonStar } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { bestPayoutRate } from '../../services/market/product-list.ts';
import { formatRate } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useServerNow } from '../../services/live/use-server-now.ts';
import { formatCountdown, formatDateTime, zoneLabel } from '../../lib/time.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { stopText } from '@candor/contract/stop-texts';
import { useErrorText } from '../../lib/i18n.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useAlerts, useRemove, useSetReminder } from '../../services/alerts/alert-queries.ts';

const DAY_MS = 86_400_000;

export function TradeBar({ product }: { product: ProductView }) {
  if (product.status === 'closed') return <Closed product={product} />;
  if (product.status === 'forbidden') return <Forbidden product={product} />;
  return <Directions product={product} />;
}

function Directions({ product }: { product: ProductView }) {
  const t = useTranslations('market.bar');
  const direction = useTranslations('common.direction');
  const best = bestPayoutRate(product);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3">
      {(['up', 'down'] as const).map((each) => (
        <a
          key={each}
          href={hrefTo(paths.trade(product.code, each))}
          className={`${buttonClass(each, 'large', true)} px-3! py-1`}
        >
          <span className="flex flex-col items-center leading-tight">
            <span>
              <span aria-hidden="true">{each === 'up' ? '▲' : '▼'} </span>
              {direction(each)}
            </span>
            {best !== null && (
              <span className="tnum text-caption font-normal">{t('payout', { rate: formatRate(best) })}</span>
            )}
          </span>
        </a>
      ))}
    </div>
  );
}

function Closed({ product: { code, opensAt } }: { product: ProductView }) {
  const t = useTranslations('market.bar');
  const nowMs = useServerNow();
  const cache = useQueryClient();
  const leftMs = opensAt === null ? null : Math.max(0, Date.parse(opensAt) - nowMs);
  const opened = leftMs === 0;
  const readAgain = useEffectEvent(() => void cache.invalidateQueries({ queryKey: queryKeys.product(code) }));
  useEffect(() => {
    if (opened) readAgain();
  }, [opened]);
  return (
    // Where it has no room, as beside the chart and on the narrowest phones, the button takes a line of its own.
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2">
      <MoonStar aria-hidden="true" className="size-6 shrink-0 text-inactive" strokeWidth={1.75} />
      <p className="min-w-0 grow-999 basis-32 text-body-s">
        <span className="block font-bold">{t('closed')}</span>
        <span className="tnum block text-caption text-text-2">
          {opensAt === null
            ? t('opensUnknown')
            : t('opensAt', { time: formatDateTime(opensAt).slice(0, 16), zone: zoneLabel(opensAt) })}
        </span>
      </p>
      {leftMs !== null && (
        <span role="timer" aria-label={t('untilOpen')} className="tnum shrink-0 text-end text-title-2">
          {leftMs >= DAY_MS && (
            <span className="me-2 text-body-s">{t('days', { count: Math.floor(leftMs / DAY_MS) })}</span>
          )}
          {formatCountdown(leftMs % DAY_MS)}
        </span>
      )}
      {leftMs !== null && !opened && (
        <div className="flex grow *:grow">
          <RemindButton code={code} />
        </div>
      )}
    </div>
  );
}

function Forbidden({ product: { stop } }: { product: ProductView }) {
  const t = useTranslations('market.bar');
  const say = useErrorText();
  return (
    <div role="status" className="flex min-h-14 items-center gap-3">
      <CircleSlash2 aria-hidden="true" className="size-6 shrink-0 text-danger" strokeWidth={1.75} />
      <p className="min-w-0 flex-1 text-body-s">
        <span className="block font-bold text-danger">{t('forbidden')}</span>
        {stop !== undefined && <span className="block">{say(stopText(stop.reason))}</span>}
        <span className="block text-caption text-text-2">{t('forbiddenText')}</span>
      </p>
      <a href={hrefTo(paths.webview())} className={buttonClass('secondary', 'small')}>
        {t('contact')}
      </a>
    </div>
  );
}

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
      variant={waiting === undefined ? 'outline' : 'secondary'}
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
