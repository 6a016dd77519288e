import { lazy, Suspense, useEffect, useState } from 'react';
import { ChevronDown, Ellipsis, Info } from 'lucide-react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { useDurationText } from '../../lib/duration.ts';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, replaceQuery } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { minimiseOrder, setTicket, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { useHasRunningOrder } from '../../services/active-order/following/use-running-orders.ts';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { DirectionButtons, OneTapLabel, useTapNote } from './direction-pair.tsx';
import { LessonNote } from './lesson-note.tsx';
import { leaveTrade } from './leave-trade.ts';
import { MarketList } from './market-list.tsx';
import type { Direction } from './order-ticket.ts';
import { ProblemLine } from './problem-line.tsx';
import { TicketTitle } from './ticket-title.tsx';
import { useFigures, useProblemText } from './ticket-words.ts';
import { TradeChart } from './trade-chart.tsx';
import { TradeHead } from './trade-head.tsx';
import { useTradeKeys } from './use-trade-keys.ts';
import type { TicketModel } from './use-ticket.ts';

/**
 * What decides, sends and follows an order is seen after a press. The first touch of a choice asks for it; without one it
 * comes when the page has long been there.
 */
const TicketPanel = lazy(() => untilLoaded(async () => ({ default: (await loadTicket()).TicketPanel })));
const PositionsStrip = lazy(() => untilLoaded(async () => ({ default: (await loadStrip()).PositionsStrip })));
const OtherOrders = lazy(() => untilLoaded(async () => ({ default: (await loadStrip()).OtherOrders })));

async function loadStrip() {
  return await import('./positions-strip.tsx');
}

async function loadTicket() {
  return await import('./ticket-panel.tsx');
}

const WARM_AFTER_MS = 10_000;

/** A failure is met again, and mended, by the sheet. */
function warmTicket(): void {
  loadTicket().catch(() => undefined);
}

type TradeMobileProps = {
  model: TicketModel;
  onSwitch: (code: string) => void;
  /** The address names a direction: the sheet opens with it. */
  isOrderAsked: boolean;
};

/** The phone: head, chart, and the pair of buttons. Time and amount are asked in the sheet, and only there. */
export function TradeMobile({ model, onSwitch, isOrderAsked }: TradeMobileProps) {
  const t = useTranslations('trade');
  const language = useLanguage();
  const [isTicketOpen, setTicketOpen] = useState(isOrderAsked);
  const [isSwitching, setSwitching] = useState(false);
  const { product } = model;
  const openId = useActiveOrders((state) => state.openId);
  const hasAgain = useActiveOrders((state) => state.again?.product === product.code);
  // If a tap needs a question after all, the sheet asks it.
  const isAsked = model.isRiskShown || isTermsQuestion(model);
  const isSheetOpen = isTicketOpen || openId !== null || isAsked;

  useEffect(() => setTicket({ hasTicket: true, isTicketShown: isSheetOpen, opensFresh: true }), [isSheetOpen]);
  useEffect(() => leaveTrade, []);
  useEffect(() => {
    const timer = setTimeout(warmTicket, WARM_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // A link opens the sheet once, also one on this page; a reload while the order runs must not open it again.
  useEffect(() => {
    if (isOrderAsked) replaceQuery({ direction: null });
  }, [isOrderAsked]);
  if ((hasAgain || isOrderAsked) && !isTicketOpen) setTicketOpen(true);

  function openTicket(direction: Direction) {
    model.edit({ type: 'direction', direction });
    setTicketOpen(true);
  }

  function choose(direction: Direction) {
    // A tap that cannot order opens what says why.
    if (model.isInstant && model.change === null && model.problem?.field !== 'stake') model.tap(direction);
    else openTicket(direction);
  }

  function close() {
    setTicketOpen(false);
    minimiseOrder();
    if (model.flow.at === 'refused' || model.flow.at === 'termsChanged') model.dismiss();
    if (model.isRiskShown) model.declineRisk();
  }

  useTradeKeys({ onDirection: openTicket, onEscape: () => undefined });

  return (
    <div data-workspace="" className="flex min-h-full flex-1 flex-col">
      <NavBar
        onBack={() => goBack(paths.home())}
        title={
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setSwitching(true)}
            className="press mx-auto flex min-h-11 max-w-full flex-col items-center justify-center"
          >
            <span className="flex max-w-full items-center gap-1 leading-tight">
              <span className="truncate">{product.names[language]}</span>
              <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
            </span>
            <FeedNote product={product} className="max-w-full leading-tight" />
            <span className="sr-only">{t('page.switch')}</span>
          </button>
        }
        actions={
          <>
            <a
              href={hrefTo(paths.market(product.code))}
              aria-label={t('page.details')}
              className="press inline-flex size-[min(2.75rem,14vw)] [&>svg]:max-w-[70%] items-center justify-center rounded-full text-text-2 hover:bg-surface-2"
            >
              <Info aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            </a>
            <IconButton label={t('oneTap.settings')} onClick={() => model.showSettings(true)}>
              <Ellipsis aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            </IconButton>
          </>
        }
      />
      <div className="ui-enter mx-auto flex w-full max-w-[30rem] flex-1 flex-col">
        <div className="gutter @container/head pt-1">
          <LessonNote product={product} className="mb-1" />
          <TradeHead product={product} />
        </div>
        <TradeChart product={product} />
        <div
          data-sticky-action="last"
          onPointerDown={warmTicket}
          onFocus={warmTicket}
          // In the largest letters it would take the whole window, and the chart's buttons could not be reached.
          // Over a keyboard it would be a window of one field: there the page scrolls to what is wrong, and to the buttons.
          className="hairline-t gutter sticky bottom-[var(--shell-bottom,0px)] z-10 flex max-h-[min(75dvh,100dvh-11rem)] flex-col gap-2 overflow-y-auto bg-bg pt-2 pb-3 low:static low:max-h-none low:overflow-visible *:shrink-0"
        >
          <Place model={model} onChange={() => setTicketOpen(true)} />
          <OneTapLabel model={model} />
          <DirectionButtons model={model} onChoose={choose} />
        </div>
      </div>
      <Sheet isSteady open={isSheetOpen} onClose={close} title={<TicketTitle model={model} inDialog />}>
        {isSheetOpen && (
          <Suspense fallback={<TicketSkeleton />}>
            <TicketPanel model={model} inDialog onClose={close} />
          </Suspense>
        )}
      </Sheet>
      <Sheet open={isSwitching} onClose={() => setSwitching(false)} title={t('page.switch')}>
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
    </div>
  );
}

/**
 * One place of one height above the buttons, for what matters now: the order that runs here, why none is possible, a
 * result, or what the buttons would order. So nothing that happens moves the chart or the buttons.
 */
function Place({ model, onChange }: { model: TicketModel; onChange: () => void }) {
  const say = useProblemText();
  const tapNote = useTapNote(model);
  const isRunning = useHasRunningOrder();
  const hasResult = useActiveOrders((state) => state.settledIds.length > 0);
  const { problem, openOrderId, product } = model;
  const isBlocked = problem?.field === 'order';
  const isHere = openOrderId !== null;
  return (
    <div className="grid min-h-14 min-w-0">
      {tapNote !== null && !isHere ? (
        tapNote
      ) : isBlocked && !isHere ? (
        <ProblemLine problem={problem} onRetry={model.refreshPrice} onReset={() => model.showReset(true)} />
      ) : isHere || hasResult ? (
        <>
          <Suspense>
            <PositionsStrip />
          </Suspense>
          {isBlocked && (
            <p role="status" className="sr-only">
              {say(problem)}
            </p>
          )}
        </>
      ) : (
        <div className="flex min-w-0 gap-2">
          <Choice model={model} onChange={onChange} />
          {isRunning && (
            <Suspense fallback={<span className="min-w-14" />}>
              <OtherOrders product={product.code} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}

/** What the figures of the buttons are for. A press opens the sheet, where it is chosen. */
function Choice({ model, onChange }: { model: TicketModel; onChange: () => void }) {
  const t = useTranslations('trade.page');
  const ticket = useTranslations('trade.ticket');
  const text = useDurationText();
  const { short } = useFigures();
  const { summary } = model;
  const { durationSec } = model.ticket;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onChange}
      className="press flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 rounded-control bg-surface-2 px-3 text-body-s"
    >
      <span className="tnum font-bold">
        {durationSec !== null && `${text(durationSec)} · `}
        {summary === null ? ticket('enterAmount') : short(summary.stake)}
      </span>
      <span className="text-link">{t('change')}</span>
    </button>
  );
}

/** The parts of the form, while it loads. */
function TicketSkeleton() {
  const t = useTranslations('common.states');
  return (
    <div aria-busy="true" className="flex flex-col gap-3 short:gap-2">
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <Skeleton className="h-8" />
      <Skeleton className="h-11" />
      <Skeleton className="h-18" />
      <Skeleton className="h-44" />
      <Skeleton className="h-40" />
      <Skeleton className="h-14 rounded-control" />
    </div>
  );
}

/** An order of this product was refused because the terms got worse. */
function isTermsQuestion({ flow, product }: TicketModel): boolean {
  return flow.at === 'termsChanged' && flow.intent.body.product === product.code;
}
