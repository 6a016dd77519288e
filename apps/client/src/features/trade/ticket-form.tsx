import { useEffect, useState } from 'react';
import { ActionFoot } from '@candor/ui/action-foot.tsx';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { useSite } from '../../services/session/site.ts';
import { DirectionLabel } from './direction-label.tsx';
import { DirectionPair, OneTapLabel } from './direction-pair.tsx';
import { DurationPicker } from './duration-picker.tsx';
import { PayoutSummary, WinLose } from './payout-summary.tsx';
import { PriceLine } from './price-line.tsx';
import { ProblemLine } from './problem-line.tsx';
import { StakeField } from './stake-field.tsx';
import { TermsAnswer, TermsCompare } from './terms-compare.tsx';
import { useFigures } from './ticket-words.ts';
import { changeTradeWallet } from './trade-wallet.ts';
import type { TicketModel } from './use-ticket.ts';

/** The amount field of the ticket. Keyboard shortcuts focus it. */
export const TICKET_AMOUNT_ID = 'ticket-amount';

/** Why the permanent ticket takes no order now. */
const RUNNING_ID = 'ticket-running';

const SLOW_MS = 5_000;

type TicketFormProps = {
  model: TicketModel;
  inDialog: boolean;
  /** The order that runs is shown beside the form: a line below the button says that it runs, and nothing moves. */
  keepsForm: boolean;
  onReject: () => void;
};

/** The whole order: direction, time, amount, possible win and cost, and a button that repeats all of it. */
export function TicketForm({ model, inDialog, keepsForm, onReject }: TicketFormProps) {
  const t = useTranslations('trade.ticket');
  const common = useTranslations('common');
  const { mode } = useSite();
  const { ticket, wallet, summary, shownProblem, change, flow, edit } = model;
  const isSubmitting = flow.at === 'submitting';
  const isRunning = keepsForm && shownProblem?.key === 'POSITION_PENDING';
  // The sheet is there to confirm; only the permanent ticket may have buttons that order at once.
  const isInstant = model.isInstant && !inDialog;
  return (
    <form
      // The permanent ticket ends with its button; one whose place shows other steps has the button at its foot.
      className={cx('flex flex-col', keepsForm ? 'gap-2' : 'min-h-full gap-3 short:gap-2 sideways:gap-1')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting && !isInstant) model.confirm();
      }}
    >
      {/* Beside the chart, the price stands above the chart; in a sheet it is covered by the sheet. */}
      {inDialog && <PriceLine model={model} />}
      <OneTapLabel model={model} />
      {/* Locked while the order is on its way: the order is sent as it was when the button was pressed. */}
      <fieldset
        disabled={isSubmitting}
        className={cx('flex min-w-0 flex-col', keepsForm ? 'gap-2' : 'gap-3 short:gap-2 sideways:gap-1')}
      >
        {!isInstant && (
          <SegmentedControl
            label={t('direction')}
            options={[
              { value: 'up', label: <DirectionLabel direction="up" /> },
              { value: 'down', label: <DirectionLabel direction="down" /> },
            ]}
            value={ticket.direction}
            onChange={(direction) => edit({ type: 'direction', direction })}
          />
        )}
        {mode === 'live' && (
          <SegmentedControl
            label={t('wallet')}
            options={[
              { value: 'cash', label: common('wallet.cash') },
              { value: 'practice', label: common('wallet.practice') },
            ]}
            value={wallet}
            onChange={changeTradeWallet}
          />
        )}
        {/* The sheet on a phone has little height: the meaning of the order stays visible. */}
        <DurationPicker model={model} inRow={inDialog} isLabelHidden={keepsForm} isDense={keepsForm} />
        <StakeField model={model} id={TICKET_AMOUNT_ID} isDense={keepsForm} />
      </fieldset>
      <PayoutSummary summary={summary} entryDelaySec={model.product.entryDelaySec} isDense={keepsForm} />
      {change !== null && !keepsForm && <WinLose summary={summary} />}
      {change !== null && <TermsCompare change={change} />}
      {change === null ? (
        // Always visible, even on a small screen: the button names the action.
        <ActionFoot
          isPageAction
          ground={inDialog ? 'sheet' : 'surface-1'}
          note={
            <>
              {!keepsForm && !isInstant && <WinLose summary={summary} />}
              {flow.at === 'termsChanged' && <TermsLoading model={model} />}
              {isSubmitting && <SlowNote />}
              {shownProblem !== null && !isInstant && shownProblem.field !== 'stake' && !isSubmitting && !isRunning && (
                <ProblemLine
                  problem={shownProblem}
                  onRetry={model.refreshPrice}
                  onReset={() => model.showReset(true)}
                />
              )}
              {isInstant && <DirectionPair model={model} onChoose={model.tap} />}
            </>
          }
          isDense={keepsForm}
          below={isRunning ? <p id={RUNNING_ID}>{t('running')}</p> : undefined}
          main={isInstant ? undefined : <ConfirmButton model={model} isRunning={isRunning} isDense={keepsForm} />}
        />
      ) : (
        <TermsAnswer
          change={change}
          inDialog={inDialog}
          onAccept={model.acceptTerms}
          onReject={() => {
            model.acceptTerms();
            onReject();
          }}
        />
      )}
    </form>
  );
}

function ConfirmButton({ model, isRunning, isDense }: { model: TicketModel; isRunning: boolean; isDense: boolean }) {
  const t = useTranslations('trade.ticket');
  const { short } = useFigures();
  const { ticket, summary, problem, flow } = model;
  const isBlocked = problem !== null && problem.field === 'order' && flow.at !== 'submitting';
  return (
    <Button
      type="submit"
      variant={ticket.direction}
      size={isDense ? 'medium' : 'large'}
      disabled={isBlocked}
      loading={flow.at === 'submitting'}
      loadingText={t('submitting')}
      aria-describedby={isRunning ? RUNNING_ID : undefined}
    >
      <span className="tnum">
        {summary === null
          ? t('enterAmount')
          : t(ticket.direction === 'up' ? 'confirmUp' : 'confirmDown', { amount: short(summary.stake) })}
      </span>
    </Button>
  );
}

/** The refusal named newer terms. Until they are read there is nothing to compare, and no question is shown. */
function TermsLoading({ model }: { model: TicketModel }) {
  const t = useTranslations('trade.terms');
  const { product, terms, flow } = model;
  if (flow.at !== 'termsChanged') return null;
  const { termsVersion, termsHash } = flow.intent.body;
  const isRead = terms.version !== termsVersion || product.termsHash !== termsHash;
  return (
    <div role="status" className="text-body-s text-warn">
      <p>{isRead ? t('title') : t('loading')}</p>
      {!isRead && <Skeleton className="mt-2 h-20" />}
    </div>
  );
}

function SlowNote() {
  const t = useTranslations('trade.ticket');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? (
    <p role="status" className="text-body-s text-warn">
      {t('slow')}
    </p>
  ) : null;
}
