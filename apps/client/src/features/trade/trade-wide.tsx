import { useEffect, useState } from 'react';
import { ChevronDown, Ellipsis, Keyboard } from 'lucide-react';
import type { ProductView } from '@candor/contract/market';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo, replaceQuery } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { openKeyList } from '../../lib/shell-actions.ts';
import { minimiseOrder, setTicket, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { leaveTrade } from './leave-trade.ts';
import { MarketList } from './market-list.tsx';
import type { Direction } from './order-ticket.ts';
import { PositionsDock, PositionsStrip } from './positions-dock.tsx';
import { TICKET_AMOUNT_ID } from './ticket-form.tsx';
import { TicketPanel, TicketTitle } from './ticket-panel.tsx';
import { TradeChart } from './trade-chart.tsx';
import { TradeHead } from './trade-head.tsx';
import { useTradeKeys } from './use-trade-keys.ts';
import type { TicketModel } from './use-ticket.ts';

type TradeWideProps = {
  model: TicketModel;
  onSwitch: (code: string) => void;
  /** The address names a direction: the amount is next. */
  isOrderAsked: boolean;
  /** From 1024 px the market list and the positions dock have their own places. */
  isDesktop: boolean;
};

/** Wide screens: the ticket is always at the right of the chart. */
export function TradeWide({ model, onSwitch, isOrderAsked, isDesktop }: TradeWideProps) {
  const t = useTranslations('trade.page');
  const [isSwitching, setSwitching] = useState(false);
  const { product, isInstant } = model;

  useEffect(() => {
    setTicket({ hasTicket: true, isTicketShown: true, opensFresh: !isInstant });
  }, [isInstant]);
  useEffect(() => leaveTrade, []);
  useEffect(() => {
    if (!isOrderAsked) return;
    focusAmount();
    replaceQuery({ direction: null });
  }, [isOrderAsked]);

  useTradeKeys({
    onDirection(direction: Direction) {
      minimiseOrder();
      model.edit({ type: 'direction', direction });
      requestAnimationFrame(() => focusAmount());
    },
    onSearch() {
      // The desktop's list handles the key itself.
      if (!isDesktop) setSwitching(true);
    },
    onEscape() {
      if (model.isRiskShown) model.declineRisk();
      else if (model.flow.at === 'refused' || model.flow.at === 'termsChanged') model.dismiss();
      else minimiseOrder();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  });

  return (
    <div className="relative min-h-[44rem] flex-1">
      <div
        className={`ui-enter absolute inset-0 mx-auto grid max-w-[112rem] ${isDesktop ? 'grid-cols-[17.5rem_minmax(0,1fr)_21.25rem]' : 'grid-cols-[minmax(0,1fr)_20rem]'}`}
      >
        {isDesktop && (
          <nav aria-label={t('markets')} className="flex min-h-0 flex-col border-e border-line bg-surface-1">
            <MarketList isPermanent current={product.code} onChoose={onSwitch} />
            <button
              type="button"
              onClick={openKeyList}
              className="press hairline-t flex min-h-11 items-center gap-2 px-4 text-start text-caption text-text-3 hover:text-text-1"
            >
              <Keyboard aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
              {t('keys')}
            </button>
          </nav>
        )}
        <div className="flex min-h-0 min-w-0 flex-col">
          <header className="flex flex-col px-4 pt-3">
            <ProductName product={product} {...(isDesktop ? {} : { onSwitch: () => setSwitching(true) })} />
            <TradeHead product={product} />
          </header>
          <TradeChart product={product} />
          {isDesktop ? (
            <PositionsDock />
          ) : (
            <div className="p-3">
              <PositionsStrip />
            </div>
          )}
        </div>
        <Ticket model={model} />
      </div>
      {!isDesktop && (
        <Sheet open={isSwitching} onClose={() => setSwitching(false)} title={t('switch')}>
          {isSwitching && (
            <div className="-mx-5 flex h-[60dvh] flex-col">
              <MarketList
                current={product.code}
                onChoose={(code) => {
                  setSwitching(false);
                  onSwitch(code);
                }}
              />
            </div>
          )}
        </Sheet>
      )}
    </div>
  );
}

function Ticket({ model }: { model: TicketModel }) {
  const t = useTranslations('trade');
  const isMinimisable = useActiveOrders((state) => state.openId !== null);
  return (
    <section aria-label={t('ticket.label')} className="flex min-h-0 flex-col border-s border-line bg-surface-1">
      <header className="flex min-h-14 shrink-0 items-center justify-between gap-2 ps-5 pe-3 pt-2">
        <h2 className="min-w-0 text-title-2">
          <TicketTitle model={model} inDialog={false} />
        </h2>
        <IconButton label={t('oneTap.settings')} onClick={() => model.showSettings(true)}>
          <Ellipsis aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
        <TicketPanel model={model} inDialog={false} onClose={isMinimisable ? minimiseOrder : null} />
      </div>
    </section>
  );
}

function ProductName({ product, onSwitch }: { product: ProductView; onSwitch?: () => void }) {
  const t = useTranslations('trade.page');
  const language = useLanguage();
  const name = product.names[language];
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-title-2">
          {onSwitch === undefined ? (
            <span className="block truncate leading-tight">{name}</span>
          ) : (
            <button
              type="button"
              aria-label={`${name}, ${t('switch')}`}
              onClick={onSwitch}
              className="press inline-flex min-h-11 max-w-full items-center gap-1"
            >
              <span className="truncate">{name}</span>
              <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-text-3" />
            </button>
          )}
        </h1>
        <FeedNote product={product} />
      </div>
      <a
        href={hrefTo(paths.market(product.code))}
        className="flex min-h-11 shrink-0 items-center text-body-s text-accent"
      >
        {t('details')}
      </a>
    </div>
  );
}

function focusAmount(): void {
  const field = document.getElementById(TICKET_AMOUNT_ID);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
