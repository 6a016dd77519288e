import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown, ChevronLeft, Ellipsis, Info, PanelRightOpen } from 'lucide-react';
import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { PaneSeparator } from '@candor/ui/pane-separator.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, replaceQuery } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { minimiseOrder, setTicket, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { OrderCard } from '../../services/active-order/showing/order-card.tsx';
import { FooterStrip } from '../../services/session/footer-strip.tsx';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { ChartLayoutChoice } from './chart-layout.tsx';
import { leaveTrade } from './leave-trade.ts';
import { DayLine } from './day-line.tsx';
import { changeDeskColumns, useDeskColumns } from './desk-columns.ts';
import { DeskHead } from './desk-head.tsx';
import { DeskLast } from './desk-last.tsx';
import { DeskMarkets } from './desk-markets.tsx';
import { LessonNote } from './lesson-note.tsx';
import { MarketList } from './market-list.tsx';
import type { Direction } from './order-ticket.ts';
import { FOLDED_LIST, LAST_ORDERS } from './pane-rules.ts';
import { PositionsDock } from './positions-dock.tsx';
import { PositionsStrip } from './positions-strip.tsx';
import { TICKET_AMOUNT_ID } from './ticket-form.tsx';
import { orderAgain, TicketPanel } from './ticket-panel.tsx';
import { TicketTitle } from './ticket-title.tsx';
import { TradeChart } from './trade-chart.tsx';
import { TradeHead } from './trade-head.tsx';
import { useWorkspacePanes } from './use-workspace-panes.ts';
import { useTradeKeys } from './use-trade-keys.ts';
import type { TicketModel } from './use-ticket.ts';

type TradeWideProps = {
  model: TicketModel;
  onSwitch: (code: string) => void;
  /** The address names a direction: the amount is next. */
  isOrderAsked: boolean;
  /**
   * From 1024 px the market list and the positions dock have their own places. On a phone held sideways only the chart
   * and the ticket do.
   */
  size: 'desktop' | 'tablet' | 'sideways';
  /** The desktop's charts. They outlive the ticket of one product, so they are handed in. */
  charts: HTMLElement;
};

/** Wide screens: the ticket is always at the right of the chart. */
export function TradeWide({ model, onSwitch, isOrderAsked, size, charts }: TradeWideProps) {
  const t = useTranslations('trade.page');
  const [isSwitching, setSwitching] = useState(false);
  const { product, isInstant } = model;
  const isDesktop = size === 'desktop';
  const workspace = useRef<HTMLDivElement>(null);
  const columns = useDeskColumns();
  const openId = useActiveOrders((state) => state.openId);
  const { panes, separator, hasLastRoom } = useWorkspacePanes(workspace, !columns.isLastClosed);
  const hasLast = isDesktop && hasLastRoom && !columns.isLastClosed;
  const panesText = useTranslations('trade.workspace');

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
      // At once: on a busy machine the next frame is late, the digits typed before it would be lost, and Enter would order
      // the old amount.
      flushSync(() => {
        // On a desktop an open order has a place of its own.
        if (!isDesktop) minimiseOrder();
        model.edit({ type: 'direction', direction });
      });
      focusAmount();
    },
    onEscape() {
      if (model.isRiskShown) model.declineRisk();
      else if (model.flow.at === 'refused' || model.flow.at === 'termsChanged') model.dismiss();
      else minimiseOrder();
    },
  });

  return (
    <div data-workspace={isDesktop ? 'desk' : ''} className="relative min-h-80 flex-1 sideways:min-h-64">
      <div
        ref={workspace}
        className={cx('ui-enter absolute inset-0 grid print:static print:block!', !isDesktop && COLUMNS[size])}
        style={
          isDesktop
            ? {
                gridTemplateColumns: [
                  `${columns.isListFolded ? FOLDED_LIST : panes.list}rem`,
                  'minmax(0,1fr)',
                  `${panes.ticket}rem`,
                  ...(hasLast ? [`${LAST_ORDERS.width}rem`] : []),
                ].join(' '),
              }
            : undefined
        }
      >
        {isDesktop && (
          <nav
            id="workspace-list"
            aria-label={t('markets')}
            className="relative flex min-h-0 min-w-0 flex-col border-e border-line bg-surface-1"
          >
            {!columns.isListFolded && (
              <PaneSeparator
                {...separator('list')}
                label={panesText('resizeList')}
                controls="workspace-list"
                orientation="vertical"
                grows={1}
                className="-end-1.5"
              />
            )}
            <DeskMarkets current={product.code} isFolded={columns.isListFolded} onChoose={onSwitch} />
          </nav>
        )}
        <div className="flex min-h-0 min-w-0 flex-col">
          {isDesktop ? (
            <>
              <DeskHead model={model}>
                <ChartLayoutChoice product={product.code} className="hidden @min-[38rem]:flex" />
                <DetailsLink product={product} />
                {hasLastRoom && columns.isLastClosed && <LastOpener />}
              </DeskHead>
              <LessonNote product={product} className="mx-4 mb-1" />
            </>
          ) : (
            <header className="@container grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 pt-3 short:flex short:flex-wrap short:gap-x-2 short:pt-1 sideways:flex-nowrap sideways:gap-x-1 sideways:px-2 sideways:pt-0">
              {size === 'sideways' && <BackButton />}
              <ProductName product={product} onSwitch={() => setSwitching(true)} />
              <div className="flex shrink-0 items-center gap-1 short:order-2">
                <DetailsLink product={product} />
              </div>
              {size !== 'sideways' && (
                <LessonNote product={product} className="col-span-full short:order-3 short:basis-full" />
              )}
              <TradeHead product={product} className="col-span-full short:order-1 short:flex-1 sideways:flex-none" />
              {size === 'sideways' && <SettingsButton model={model} />}
            </header>
          )}
          {size === 'sideways' && <LessonNote product={product} isShort className="mx-2 self-start" />}
          {isDesktop ? (
            <ChartSlot charts={charts} />
          ) : (
            <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
              <TradeChart product={product} />
              {size === 'sideways' && (
                // On the axis, because a row of its own would take the chart a quarter of its height whenever an order runs.
                // Beside it is the button of the time zone.
                <div className="absolute start-2 end-14 bottom-1 z-10">
                  <PositionsStrip withoutId={openId} />
                </div>
              )}
            </div>
          )}
          {isDesktop && (
            <PositionsDock
              height={panes.dock}
              separator={
                <PaneSeparator
                  {...separator('dock')}
                  label={panesText('resizeDock')}
                  controls="workspace-dock"
                  orientation="horizontal"
                  grows={-1}
                  className="-top-1.5"
                />
              }
            />
          )}
          {size === 'tablet' && (
            <div className="min-h-18 shrink-0 px-3 py-2">
              <PositionsStrip empty={<NoPosition />} />
            </div>
          )}
        </div>
        <Ticket
          model={model}
          isLow={size === 'sideways'}
          keepsForm={isDesktop}
          separator={
            isDesktop && (
              <PaneSeparator
                {...separator('ticket')}
                label={panesText('resizeTicket')}
                controls="workspace-ticket"
                orientation="vertical"
                grows={-1}
                className="-start-1.5"
              />
            )
          }
        />
        {hasLast && <DeskLast />}
      </div>
      {!isDesktop && (
        <Sheet open={isSwitching} onClose={() => setSwitching(false)} title={t('switch')}>
          {isSwitching && (
            <div className="-mx-4 flex h-[60dvh] flex-col">
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

const COLUMNS = {
  desktop: '',
  tablet: 'grid-cols-[minmax(0,1fr)_20rem]',
  sideways: 'grid-cols-[minmax(0,1fr)_minmax(17.5rem,42%)]',
} as const;

/** Where the charts are shown. They are one element for as long as the workspace is open, and move in here. */
function ChartSlot({ charts }: { charts: HTMLElement }) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => slot.current?.append(charts), [charts]);
  return <div ref={slot} className="flex min-h-0 min-w-0 flex-1 flex-col print:h-80 print:flex-none" />;
}

/** The place of a card, so that the first one moves nothing. */
function NoPosition() {
  const t = useTranslations('trade.dock');
  return (
    <p className="flex min-h-14 items-center justify-center rounded-control border border-dashed border-line px-3 text-caption text-text-3">
      {t('emptyHint')}
    </p>
  );
}

type TicketProps = { model: TicketModel; isLow: boolean; keepsForm: boolean; separator: ReactNode };

function Ticket({ model, isLow, keepsForm, separator }: TicketProps) {
  const t = useTranslations('trade');
  const isMinimisable = useActiveOrders((state) => state.openId !== null);
  return (
    <section
      id="workspace-ticket"
      aria-label={t('ticket.label')}
      className="relative flex min-h-0 min-w-0 flex-col border-s border-line bg-surface-1"
    >
      {separator}
      <header
        className={cx(
          isLow ? 'sr-only' : 'flex shrink-0 items-center justify-between gap-2 ps-4 pe-3',
          !isLow && (keepsForm ? 'min-h-11 pe-1!' : 'min-h-14 pt-2 short:min-h-11 short:pt-1'),
        )}
      >
        <h2 className={cx('min-w-0', keepsForm ? 'text-body font-bold' : 'text-title-2')}>
          <TicketTitle model={model} inDialog={false} keepsForm={keepsForm} />
        </h2>
        {!isLow && <SettingsButton model={model} />}
      </header>
      {/* What belongs to the order follows the ticket at once, and the ticket gives way to it only in a low window. */}
      <div
        className={cx(
          'min-h-0 overflow-y-auto overscroll-contain px-4 pt-1 pb-4 short:pb-3 sideways:px-3 sideways:pt-2',
          !keepsForm && 'flex-1',
        )}
      >
        <TicketPanel
          model={model}
          inDialog={false}
          onClose={isMinimisable ? minimiseOrder : null}
          keepsForm={keepsForm}
        />
      </div>
      {keepsForm && (
        <>
          <OrderCard onAgain={(order) => orderAgain(order, model.product.code)} />
          <DayLine wallet={model.wallet} />
          {/* The page has no foot of its own: the words of every page stand here. */}
          <FooterStrip className="mt-auto px-4 py-2 [&>p:last-child]:hidden" />
        </>
      )}
    </section>
  );
}

function ProductName({ product, onSwitch }: { product: ProductView; onSwitch: () => void }) {
  const t = useTranslations('trade.page');
  const language = useLanguage();
  const name = product.names[language];
  return (
    <div className="min-w-0 sideways:flex-1">
      <h1 className="text-title-2">
        <button
          type="button"
          aria-label={`${name}, ${t('switch')}`}
          onClick={onSwitch}
          className="press inline-flex min-h-11 max-w-full items-center gap-1 sideways:-my-2"
        >
          {/* A low window has two short lines for a name rather than half of one. */}
          <span className="truncate sideways:line-clamp-2 sideways:text-start sideways:text-body-s/[1.15] sideways:break-words sideways:whitespace-normal">
            {name}
          </span>
          <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-text-3 sideways:size-4" />
        </button>
      </h1>
      <FeedNote product={product} isBrief />
    </div>
  );
}

function LastOpener() {
  const t = useTranslations('trade.last');
  return (
    <IconButton
      label={t('open')}
      onClick={() => changeDeskColumns((columns) => ({ ...columns, isLastClosed: false }))}
      className="size-9!"
    >
      <PanelRightOpen aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
    </IconButton>
  );
}

function SettingsButton({ model }: { model: TicketModel }) {
  const t = useTranslations('trade.oneTap');
  return (
    <IconButton label={t('settings')} onClick={() => model.showSettings(true)} className="order-3 shrink-0">
      <Ellipsis aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
    </IconButton>
  );
}

function BackButton() {
  const t = useTranslations('common.actions');
  return (
    <IconButton label={t('back')} onClick={() => goBack(paths.home())} className="-ms-2 shrink-0">
      <ChevronLeft aria-hidden="true" className="size-6" strokeWidth={1.75} />
    </IconButton>
  );
}

function DetailsLink({ product }: { product: ProductView }) {
  const t = useTranslations('trade.page');
  return (
    <a
      href={hrefTo(paths.market(product.code))}
      aria-label={t('details')}
      className="press inline-flex size-11 shrink-0 items-center justify-center rounded-full text-text-2 hover:bg-surface-2"
    >
      <Info aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
    </a>
  );
}

function focusAmount(): void {
  const field = document.getElementById(TICKET_AMOUNT_ID);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
