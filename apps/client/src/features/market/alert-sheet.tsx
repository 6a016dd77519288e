/* Sets a price alert for one product, and shows those that already wait. Loaded when the bell is pressed. */

import type { ProductView } from '@candor/contract/market';
import type { AlertBody } from '@candor/contract/alerts';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { AlertRow } from '../../services/alerts/alert-row.tsx';
import { useAlerts, useSetAlert } from '../../services/alerts/alert-queries.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { MoneyField } from '../../services/form/money-field.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { usePrice } from '../../services/live/live.ts';
import { nameOf } from '../../services/market/product-list.ts';
import { ALERT_PLACES, alertErrors, alertRequest, sideOf } from './alert-form.ts';

type AlertSheetProps = { product: ProductView; open: boolean; onClose: () => void };

export function AlertSheet({ product, open, onClose }: AlertSheetProps) {
  const t = useTranslations('alerts.sheet');
  const language = useLanguage();
  return (
    <Sheet open={open} onClose={onClose} title={`${t('title')} · ${nameOf(product, language)}`}>
      {open && <AlertForm product={product} onDone={onClose} />}
      {open && <Waiting product={product} onClose={onClose} />}
    </Sheet>
  );
}

const HINTS = { above: 'willRise', below: 'willFall' } as const;

function AlertForm({ product, onDone }: { product: ProductView; onDone: () => void }) {
  const t = useTranslations('alerts.sheet');
  const actions = useTranslations('common.actions');
  const now = usePrice(product.code)?.price ?? product.last?.price ?? null;
  const set = useSetAlert();
  const { data } = useAlerts();
  const form = useContractForm<'price', AlertBody>({
    id: 'alert',
    places: ALERT_PLACES,
    initial: { price: '' },
    request: ({ price }) => alertRequest(product, price, now),
    check: ({ price }) => alertErrors(product, price, now),
    params: { max: data?.max ?? 20 },
    async send(body, idempotencyKey) {
      await set.mutateAsync({ body, idempotencyKey });
      showToast(t('saved'), 'success');
      onDone();
    },
  });
  const typed = useWatch({ control: form.control, name: 'price' }) ?? '';
  const side = sideOf(typed, now, product.decimals);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <MoneyField
        id="alert-price"
        currencySymbol=""
        amountStyle={{ decimals: product.decimals }}
        isSigned
        value={typed}
        onChange={(value) => form.change('price', value)}
        onBlur={() => form.left('price')}
        error={form.field('price').error}
        label={t('price')}
        labelAside={<span className="tnum text-caption text-text-2">{t('now', { price: formatPrice(now) })}</span>}
        hint={side === null ? t('hint') : t(HINTS[side])}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending} loadingText={actions('submitting')}>
        {t('save')}
      </Button>
    </form>
  );
}

function Waiting({ product, onClose }: { product: ProductView; onClose: () => void }) {
  const t = useTranslations('alerts.sheet');
  const waiting = (useAlerts().data?.alerts ?? []).filter(
    (alert) => alert.product === product.code && alert.state === 'waiting',
  );
  return (
    <>
      {waiting.length > 0 && (
        <ul className="mt-4 divide-y divide-line rounded-card border border-line">
          {waiting.map((alert) => (
            <AlertRow key={alert.id} alert={alert} feed={product.feed} />
          ))}
        </ul>
      )}
      <a
        href={hrefTo(paths.alerts())}
        onClick={onClose}
        className="press mt-2 inline-flex min-h-11 items-center text-body-s font-medium text-link"
      >
        {t('manage')}
      </a>
    </>
  );
}
