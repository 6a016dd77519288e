import { useState } from 'react';
import { isErrorKey } from '@candor/contract/error-keys';
import type { ProjectView, QuoteView } from '@candor/contract/invest';
import { amountStyle, plainAmount } from '@candor/domain/text/typed-amount';
import { Disclosure } from '@candor/ui/disclosure.tsx';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { Checkbox } from '@candor/ui/checkbox.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { Card, StickyAction } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { MoneyField } from '../../services/form/money-field.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { haveTermsChanged } from './changed-terms.ts';
import { ConfirmPurchase } from './confirm-purchase.tsx';
import { useQuote } from './invest-queries.ts';
import { amountProblem, mostOf, presetsOf, projectionOf, reaches, trimmed, typedAmount } from './invest-rules.ts';
import type { AmountProblem, Projection } from './invest-rules.ts';
import { AgreementLink, rateText, RiskChip, useEarlyRule } from './invest-words.tsx';
import { TermLine } from './term-line.tsx';
import { TermsChanged } from './terms-changed.tsx';
import { ScrollRegion } from './scroll-region.tsx';

type BuyField = 'amount' | 'agreed';
type BuyFormProps = { project: ProjectView; available: string; amount: string };

/** What the server repeats, or corrects, once the amount is no longer being typed. */
function confirmed(projection: Projection | null, quote: QuoteView | undefined): Projection | null {
  if (quote === undefined) return projection;
  return {
    daily: quote.dailyInterest,
    interest: quote.totalInterest,
    total: quote.total,
    startsOn: quote.startsOn,
    maturesOn: quote.maturesOn,
    redeemableFrom: quote.redeemableFrom,
    payments: quote.calendar,
  };
}

/**
 * Amount, what it will earn, and the agreement. Everything is checked by the domain's own rules while it is typed; the
 * sheet that follows repeats it before anything is paid.
 */
export function BuyForm({ project, available, amount: proposed }: BuyFormProps) {
  const t = useTranslations('invest');
  const states = useTranslations('common.states');
  const say = useErrorText();
  const { currency } = useSite();
  const amounts = useAmounts();
  const online = useOnline();
  const today = useBusinessDate();
  const [seen, setSeen] = useState(project);
  const [typed, setTyped] = useState(proposed);
  const [isAgreed, setIsAgreed] = useState(false);
  const [isRolling, setIsRolling] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  const problemOf = (text: string) => amountProblem(project, { amount: text, available, nowMs: serverNow() }, currency);
  const amount = plainAmount(typed, amountStyle(currency));
  const problem = problemOf(typed);
  const quote = useQuote(project.id, typedAmount(amount, currency) === null ? null : amount);
  // What only the server knows, such as what others bought a moment ago.
  const refused = quote?.problem ?? null;
  const refusal = refused !== null && isErrorKey(refused.error) ? say(refused.error, refused.params) : '';
  const projection = problem === null ? confirmed(projectionOf(project, amount, today, currency), quote) : null;
  const form = useContractForm<BuyField, { amount: string }>({
    id: 'buy',
    places: { fields: ['amount', 'agreed'] },
    initial: { amount: proposed, agreed: '' },
    request: (values) => ({ amount: plainAmount(values.amount, amountStyle(currency)) }),
    check(values) {
      const wrong = problemOf(values.amount);
      return {
        ...(wrong === null ? {} : { amount: wrong.key }),
        ...(values.agreed === '' ? { agreed: 'FIELD_REQUIRED' } : {}),
      };
    },
    params: {
      decimals: currency.decimals,
      ...Object.fromEntries(Object.entries(problem?.params ?? {}).map(([name, text]) => [name, money(text)])),
    },
    onTyped: (values) => setTyped(values.amount),
    async send() {
      setIsConfirming(true);
    },
  });
  const agree = (on: boolean) => {
    setIsAgreed(on);
    form.change('agreed', on ? 'yes' : '');
  };
  const most = mostOf(project, available, currency);
  const { passwordFrom } = project;
  const asksPassword = passwordFrom !== null && problem === null && reaches(amount, passwordFrom, currency);
  if (project.status !== 'open') return <NotForSale project={project} />;
  if (haveTermsChanged(seen, project))
    return (
      <>
        <Summary project={project} />
        <TermsChanged
          seen={seen}
          now={project}
          onAccept={() => {
            setSeen(project);
            agree(false);
          }}
        />
      </>
    );
  return (
    <>
      <form
        noValidate
        onSubmit={form.submit}
        className="flex flex-col gap-4 xl:grid xl:grid-cols-[minmax(0,max(46rem,47%))_minmax(26rem,1fr)] xl:grid-rows-[auto_auto_auto_auto_auto_1fr] xl:items-start xl:gap-x-8 xl:*:col-start-1"
      >
        <Summary project={project} />
        <div className="flex flex-col gap-1">
          <MoneyField
            id="buy-amount"
            large
            label={t('buy.amount')}
            labelAside={
              <span className="tnum text-caption text-text-2">{t('available', { amount: amounts(available) })}</span>
            }
            currencySymbol={currency.symbol}
            amountStyle={amountStyle(currency)}
            value={typed}
            onChange={(value) => form.change('amount', value)}
            onBlur={() => form.left('amount')}
            error={form.field('amount').error}
            hint={t('buy.limits', { min: money(project.min), most: money(project.investable) })}
            presets={presetsOf(project, currency).map((value) => ({ value, label: amounts(value) }))}
            {...(most === null
              ? {}
              : { all: { label: t('buy.all'), onPress: () => form.change('amount', trimmed(most)) } })}
          />
          <Mend problem={amount === '' ? null : problem} onChange={(value) => form.change('amount', value)} />
        </div>
        {/* On a desktop the figures stay beside the form. */}
        <div className="min-w-0 xl:col-start-2! xl:row-span-6 xl:row-start-1">
          <Outlook project={project} projection={projection} today={today} />
        </div>
        <div className="flex flex-col">
          <Checkbox
            id="buy-rollover"
            checked={isRolling}
            onChange={(event) => setIsRolling(event.currentTarget.checked)}
            label={t('buy.rollOver')}
          />
          <Checkbox
            id="buy-agreed"
            checked={isAgreed}
            onChange={(event) => agree(event.currentTarget.checked)}
            error={form.field('agreed').error === undefined ? undefined : t('buy.agreeFirst')}
            label={
              <>
                {t('buy.agree')} <AgreementLink code="project" version={project.agreementVersion} />
              </>
            }
          />
        </div>
        <FormMessage>{form.message === '' && problem === null ? refusal : form.message}</FormMessage>
        <StickyAction>
          <Button type="submit" block disabled={!online}>
            {problem === null ? t('buy.submitAmount', { amount: money(amount) }) : t('buy.submit')}
          </Button>
        </StickyAction>
        {!online && (
          <p role="status" className="text-center text-body-s text-warn">
            {states('offlineAction')}
          </p>
        )}
      </form>
      {isConfirming && projection !== null && (
        <ConfirmPurchase
          project={project}
          amount={amount}
          projection={projection}
          rollOver={isRolling}
          needsPassword={quote?.passwordRequired ?? asksPassword}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

function Summary({ project }: { project: ProjectView }) {
  const t = useTranslations('invest');
  const language = useLanguage();
  const amounts = useAmounts();
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-body font-bold">{project.names[language]}</h2>
        <RiskChip risk={project.risk} />
      </div>
      <dl className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-2">
        <Term name={t('products.annual')}>{rateText(project.annualRate)}</Term>
        <Term name={t('products.term')}>{t('days', { count: project.termDays })}</Term>
        <Term name={t('buy.left')}>{amounts(project.left)}</Term>
      </dl>
      <p className="mt-2 text-caption text-text-2">{t(`pays.${project.interest}`)}</p>
    </Card>
  );
}

function Term({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-text-3">{name}</dt>
      <dd className="tnum text-body-s font-bold whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** The exact difference is in the error; here is the way to mend it. */
function Mend({ problem, onChange }: { problem: AmountProblem | null; onChange: (amount: string) => void }) {
  const t = useTranslations('invest.mend');
  const { currency } = useSite();
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  const { missing, min, left } = problem?.params ?? {};
  const link = 'press inline-flex min-h-11 items-center self-start rounded-control text-body-s font-bold text-link';
  if (problem?.key === 'INVEST_BALANCE_INSUFFICIENT' && missing !== undefined)
    return (
      <p className="flex flex-wrap gap-x-4">
        <a href={hrefTo(paths.recharge(undefined, trimmed(missing)))} className={link}>
          {t('rechargeBy', { amount: money(missing) })}
        </a>
        <a href={hrefTo(paths.savings('out'))} className={link}>
          {t('fromSavings')}
        </a>
      </p>
    );
  const better = problem?.key === 'INVEST_AMOUNT_BELOW_MINIMUM' ? min : left;
  if (better === undefined) return null;
  return (
    <button type="button" className={link} onClick={() => onChange(trimmed(better))}>
      {t('changeTo', { amount: money(better) })}
    </button>
  );
}

/** What it will earn and when it comes back. The figures keep their place while they change. */
function Outlook({
  project,
  projection,
  today,
}: {
  project: ProjectView;
  projection: Projection | null;
  today: string;
}) {
  const t = useTranslations('invest');
  const { currency } = useSite();
  const earlyRule = useEarlyRule();
  const money = (text: string | undefined) =>
    text === undefined ? UNKNOWN_FIGURE : formatMoney(text, { symbol: currency.symbol });
  return (
    <Card className="flex flex-col gap-3">
      <Facts>
        <Fact name={t('outlook.daily')}>{money(projection?.daily)}</Fact>
        <Fact name={t('outlook.interest')}>{money(projection?.interest)}</Fact>
        <Fact strong name={t('outlook.total')}>
          {money(projection?.total)}
        </Fact>
      </Facts>
      {projection === null ? (
        <p className="flex min-h-14 items-center text-body-s text-text-3">{t('outlook.waiting')}</p>
      ) : (
        <TermLine
          startsOn={projection.startsOn}
          redeemableFrom={projection.redeemableFrom}
          maturesOn={projection.maturesOn}
          today={today}
        />
      )}
      <p className="text-body-s text-text-2">{earlyRule(project.early)}</p>
      {projection !== null && projection.payments.length > 1 && <Payments payments={projection.payments} />}
    </Card>
  );
}

function Payments({ payments }: { payments: Projection['payments'] }) {
  const t = useTranslations('invest.outlook');
  const { currency } = useSite();
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  return (
    <Disclosure label={t('calendar', { count: payments.length })}>
      <ScrollRegion label={t('calendarTitle')} className="max-h-60">
        <table className="tnum w-full text-caption">
          <caption className="sr-only">{t('calendarTitle')}</caption>
          <thead>
            <tr className="text-text-3">
              <th scope="col" className="py-1 text-start font-bold">
                {t('date')}
              </th>
              <th scope="col" className="py-1 text-end font-bold">
                {t('interestShort')}
              </th>
              <th scope="col" className="py-1 text-end font-bold">
                {t('principal')}
              </th>
            </tr>
          </thead>
          <tbody>
            {payments.map(({ date, interest, principal }) => (
              <tr key={date}>
                <th scope="row" className="py-1 text-start font-normal">
                  {date}
                </th>
                <td className="py-1 text-end">{money(interest)}</td>
                <td className="py-1 text-end">{money(principal)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Disclosure>
  );
}

function NotForSale({ project }: { project: ProjectView }) {
  const t = useTranslations('invest');
  const { status, opensAt } = project;
  return (
    <>
      <Summary project={project} />
      <NoticeCard
        tone="warn"
        title={t(`notForSale.${status === 'open' ? 'closed' : status}`)}
        action={
          <a href={hrefTo(paths.ebao())} className={buttonClass('outline', 'small')}>
            {t('buy.others')}
          </a>
        }
      >
        {status === 'upcoming' && opensAt !== null
          ? t('products.opensAt', { time: formatDateTime(opensAt), zone: zoneLabel(opensAt) })
          : t('notForSale.text')}
      </NoticeCard>
    </>
  );
}
