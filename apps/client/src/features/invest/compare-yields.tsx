import { useId, useState } from 'react';
import { Card } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { useProjects, useSavings } from './invest-queries.ts';
import { yieldAfter } from './invest-rules.ts';
import type { ComparedOffer, YieldAfter } from './invest-rules.ts';
import { rateText } from './invest-words.tsx';

const AMOUNTS = ['1000', '2000', '5000', '10000', '20000', '50000', '100000', '200000', '500000'] as const;
const DAYS_MIN = 1;
const DAYS_START = 30;
const DAYS_MAX = 90;

/** "Invest 10,000 for 30 days ≈ …": all offers beside each other. Two sliders, and the same in words. */
export function CompareYields() {
  const t = useTranslations('invest.compare');
  const language = useLanguage();
  const amounts = useAmounts();
  const { currency } = useSite();
  const { data: projects } = useProjects();
  const { data: savings } = useSavings();
  const [step, setStep] = useState(3);
  const [days, setDays] = useState(DAYS_START);
  const amount = AMOUNTS[step] ?? '10000';
  const offers = [
    ...(savings === undefined
      ? []
      : [{ id: 'savings', name: t('savings'), annualRate: savings.annualRate, termDays: null, early: null }]),
    ...(projects?.items ?? [])
      .filter(({ status }) => status === 'open' || status === 'upcoming')
      .map(({ id, names, annualRate, termDays, early }) => ({
        id,
        name: names[language],
        annualRate,
        termDays,
        early,
      })),
  ];
  if (offers.length === 0) return null;
  const shown = amounts(`${amount}.00`).replace(/\.00$/, '');
  const noteOf = ({ termDays, early }: ComparedOffer, { kind }: YieldAfter): string | null => {
    if (kind === 'early') return t('earlyRate', { rate: rateText(early?.annualRate ?? '0') });
    if (kind === 'locked') return t('lockedFor', { days: early?.lockDays ?? 0 });
    if (kind === 'unrepaid') return t('needsLonger', { days: termDays ?? 0 });
    return termDays === null || termDays === days ? null : t('endsEarlier', { days: termDays });
  };
  return (
    <Card>
      <h2 className="text-body font-bold">{t('title')}</h2>
      <p className="tnum mt-1 text-body-s text-text-2">{t('sentence', { amount: shown, days })}</p>
      <Slider label={t('amount')} value={step} max={AMOUNTS.length - 1} text={shown} onChange={setStep} />
      <Slider
        label={t('days')}
        min={DAYS_MIN}
        value={days}
        max={DAYS_MAX}
        text={t('dayCount', { count: days })}
        onChange={setDays}
      />
      <ul aria-label={t('title')} className="mt-1 flex flex-col">
        {offers.map((offer) => {
          const { id, name, annualRate } = offer;
          const earned = yieldAfter(days, offer, amount, currency);
          return (
            <li
              key={id}
              className="flex min-h-12 items-center justify-between gap-3 border-t border-line py-1 text-body-s"
            >
              <span className="min-w-0">
                <span className="block truncate">{name}</span>
                <span className="tnum block text-caption text-text-3">
                  {[t('annual', { rate: rateText(annualRate) }), noteOf(offer, earned)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="tnum shrink-0 font-bold">
                {earned.interest === null ? UNKNOWN_FIGURE : `≈ ${amounts(earned.interest)}`}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-caption text-text-3">{t('note')}</p>
    </Card>
  );
}

type SliderProps = {
  label: string;
  min?: number;
  max: number;
  value: number;
  text: string;
  onChange: (value: number) => void;
};

function Slider({ label, min = 0, max, value, text, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="mt-2">
      <div className="flex justify-between text-caption text-text-3">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className="tnum font-bold text-text-1">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-[var(--selected)]"
      />
    </div>
  );
}
