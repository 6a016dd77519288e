import { useEffect } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { ActionFoot } from '@candor/ui/action-foot.tsx';
import { Button } from '@candor/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { minimiseOrder, requestAgain, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { OrderPanel } from '../../services/active-order/showing/order-panel.tsx';
import { droppedOrder } from '../../services/active-order/placing/order-flow.ts';
import { prepareToSubmit } from '../../services/active-order/placing/submit-order.ts';
import { OrderRefused, OrderUnknown } from './order-refused.tsx';
import { isPriceBack, refusalProblem } from './order-ticket-errors.ts';
import { TicketForm } from './ticket-form.tsx';
import type { TicketModel } from './use-ticket.ts';
import { hrefTo, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { ShieldAlert } from 'lucide-react';
import { useLanguage } from '../../lib/language.ts';
import { useFigures } from './ticket-words.ts';

type TicketPanelProps = {
  model: TicketModel;
  inDialog: boolean;
  /** Closes the ticket itself; null if the ticket is permanent. */
  onClose: (() => void) | null;
  /** An open order has a place of its own beside the form. */
  keepsForm?: boolean;
};

/**
 * The content of the ticket's place: the open order, the pending or received answer, the risk notice, or the form. All
 * share one place, so no window ever covers another.
 */
export function TicketPanel({ model, inDialog, onClose, keepsForm = false }: TicketPanelProps) {
  const openId = useActiveOrders((state) => state.openId);
  const { flow, product } = model;
  useEffect(prepareToSubmit, []);

  if (openId !== null && !keepsForm) {
    return (
      <OrderPanel
        key={openId}
        id={openId}
        inDialog={inDialog}
        onClose={() => {
          minimiseOrder();
          onClose?.();
        }}
        onContinue={(order) => {
          minimiseOrder();
          onClose?.();
          if (order.product !== product.code) navigate(paths.trade(order.product), { replace: true });
        }}
        onAgain={(order) => orderAgain(order, product.code)}
      />
    );
  }
  if (flow.at === 'unknown') return <OrderUnknown inDialog={inDialog} intent={flow.intent} onMinimise={onClose} />;
  if (flow.at === 'refused') {
    const isOwn = flow.intent.body.product === product.code;
    const problem = refusalProblem(flow.error, flow.params, {
      wallet: model.wallet,
      opensAt: isOwn ? product.opensAt : null,
      openOrderId: isOwn ? model.openOrderId : null,
    });
    // Problems of a field of this form are shown at the field.
    if (problem.field === 'order' || !isOwn) {
      return (
        <OrderRefused
          inDialog={inDialog}
          problem={problem}
          reference={flow.intent.key}
          dropped={droppedOrder(flow)}
          isPriceBack={isPriceBack(model.problem, model.priceAge)}
          onClose={model.dismiss}
          onRetry={model.refreshPrice}
          onReset={() => model.showReset(true)}
          onTake={(stake) => model.edit({ type: 'stake', text: stake })}
        />
      );
    }
  }
  if (model.isRiskShown) return <RiskNotice model={model} inDialog={inDialog} />;
  return <TicketForm model={model} inDialog={inDialog} keepsForm={keepsForm} onReject={() => onClose?.()} />;
}

/** Fills the ticket as this order was, on the page of its product. */
export function orderAgain(order: OrderView, shown: string): void {
  requestAgain(order);
  minimiseOrder();
  if (order.product !== shown) navigate(paths.trade(order.product, order.direction), { replace: true });
}

/** Shown before the first order of a product, in place of the ticket: what can be lost, how it settles. */
function RiskNotice({ model, inDialog }: { model: TicketModel; inDialog: boolean }) {
  const t = useTranslations('trade.risk');
  const language = useLanguage();
  const { rate, percent } = useFigures();
  const { product, summary } = model;
  const parts = [
    { title: t('lossTitle'), text: t('loss') },
    { title: t('settleTitle'), text: t('settle', { delay: product.entryDelaySec }) },
    { title: t('voidTitle'), text: t('void') },
  ];
  return (
    <section className="flex min-h-full flex-col gap-4">
      <h3 className="flex items-center gap-2 text-title-2">
        <ShieldAlert aria-hidden="true" className="size-6 text-warn" strokeWidth={1.75} />
        {t('title')}
      </h3>
      {parts.map((part) => (
        <div key={part.title}>
          <h4 className="text-body-s font-bold">{part.title}</h4>
          <p className="mt-1 text-body-s text-text-2">{part.text}</p>
        </div>
      ))}
      {summary !== null && (
        <p className="tnum rounded-control bg-surface-2 p-3 text-body-s">
          {t('product', {
            name: product.names[language],
            rate: rate(summary.payoutRate),
            fee: rate(summary.feeRate),
            breakEven: percent(summary.breakEvenRate),
          })}
        </p>
      )}
      <a
        href={hrefTo(paths.market(product.code, 'rules'))}
        className="flex min-h-11 items-center text-body-s font-bold text-link"
      >
        {t('rules')}
      </a>
      {/* Both answers are in view from the start. */}
      <ActionFoot
        isPageAction
        ground={inDialog ? 'sheet' : 'surface-1'}
        beside={
          <Button variant="secondary" onClick={model.declineRisk}>
            {t('cancel')}
          </Button>
        }
        main={<Button onClick={model.acceptRisk}>{t('accept')}</Button>}
      />
    </section>
  );
}
