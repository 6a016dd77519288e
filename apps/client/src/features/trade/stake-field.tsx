import { amountStyle } from '@candor/domain/text/typed-amount';
import { durationTerms } from '@candor/domain/trading/terms';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { MoneyField } from '../../services/form/money-field.tsx';
import { useSite } from '../../services/session/site.ts';
import { plainStake } from './order-ticket.ts';
import { useFigures, useProblemText } from './ticket-words.ts';
import type { TicketModel } from './use-ticket.ts';

const WORD = 'font-bold text-link underline-offset-2 hover:underline';
/** As high as a finger; its text ends where the field does. In a column that a pointer moves in, room around it is enough. */
const LINK = `press -me-2 inline-flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 ${WORD}`;
const DENSE_LINK = `relative after:absolute after:-inset-x-2 after:-inset-y-2.5 ${WORD}`;

type StakeFieldProps = {
  model: TicketModel;
  id: string;
  /** Low, in a column that a pointer moves in. */
  isDense?: boolean;
};

/** The amount, with the available balance, and the limits; a problem is shown in place of the limits. */
export function StakeField({ model, id, isDense = false }: StakeFieldProps) {
  const t = useTranslations('trade');
  const common = useTranslations('common.actions');
  const { currency } = useSite();
  const { full, short, symbol } = useFigures();
  const say = useProblemText();
  const { ticket, terms, available, room, shownProblem, wallet, edit, takeAll, showReset } = model;
  const offer = ticket.durationSec === null ? null : durationTerms(terms, ticket.durationSec);
  const error = shownProblem?.field === 'stake' ? shownProblem : null;
  // Practice money is not paid in: it is set back to its start, here.
  const refill =
    wallet === 'practice' ? (
      <button type="button" onClick={() => showReset(true)} className={isDense ? DENSE_LINK : LINK}>
        {t('ticket.reset')}
      </button>
    ) : (
      <a href={hrefTo(paths.recharge())} className={isDense ? DENSE_LINK : LINK}>
        {t('ticket.recharge')}
      </a>
    );
  const availableText =
    available === null ? t('ticket.availableUnknown') : t('ticket.available', { amount: full(available) });
  const limits = offer === null ? '' : t('ticket.limits', { min: short(offer.minStake), max: short(offer.maxStake) });
  const isNarrow = offer !== null && room !== null && room < offer.maxStake;
  const now = !isNarrow ? null : room < offer.minStake ? t('ticket.roomNone') : t('ticket.room', { max: short(room) });
  return (
    <MoneyField
      id={id}
      label={t('ticket.amount')}
      labelAside={
        <span
          className={cx(
            'tnum text-caption text-text-2',
            'inline-flex flex-wrap items-baseline gap-x-2',
            !isDense && '-my-2 short:-mt-1',
          )}
        >
          {availableText} {refill}
        </span>
      }
      value={ticket.stake}
      onChange={(text) => edit({ type: 'stake', text })}
      currencySymbol={symbol}
      amountStyle={amountStyle(currency)}
      large={!isDense}
      isCompact
      isDense={isDense}
      all={{ label: common('all'), onPress: takeAll }}
      presets={terms.presets.map((preset) => ({
        value: plainStake(preset, currency),
        label: short(preset),
        ...(now !== null && room !== null && preset > room ? { whyNot: now } : {}),
      }))}
      hint={<span className="tnum">{now === null ? limits : <span className="text-waiting">{now}</span>}</span>}
      error={
        error === null ? undefined : (
          <>
            {say(error)}{' '}
            {(error.repair.kind === 'recharge' || error.repair.kind === 'reset') && (
              <span className="-my-3 inline-block">{refill}</span>
            )}
          </>
        )
      }
    />
  );
}
