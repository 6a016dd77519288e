/* A card as it looks in the hand: the bank's colour, its name, the number in groups. */

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useBankName } from '../../services/banks/bank-name.ts';

type CardFaceProps = {
  /** A code, or the name that the member wrote. */
  bank: string | null;
  /** In groups. */
  number: string;
  holder: string;
  branch?: string | null | undefined;
  chip?: ReactNode;
};

export function BankCardFace({ bank, number, holder, branch = null, chip }: CardFaceProps) {
  const t = useTranslations('verification.card');
  const bankName = useBankName();
  return (
    <section
      aria-label={t('title')}
      className="flex min-h-52 w-full max-w-[26rem] flex-col justify-between gap-4 rounded-card p-4 shadow-card"
      style={{ background: 'var(--asset-gradient)' }}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="flex min-w-0 flex-1 basis-[8rem] flex-wrap items-center gap-3">
          <span
            aria-hidden="true"
            className="flex size-[min(2.5rem,12.5vw)] shrink-0 items-center justify-center rounded-full border border-line bg-surface-2 fit-caption font-bold text-text-2"
          >
            {bank === null ? '—' : [...bank].slice(0, 4).join('')}
          </span>
          <span className="min-w-0 flex-1 basis-[6rem] text-body font-bold break-words">
            {bank === null ? t('anyBank') : bankName(bank)}
          </span>
        </p>
        {chip}
      </div>
      {/* The longest number stays on one line of the narrowest phone. */}
      <p className="tnum text-title-2 font-bold">{number === '' ? '**** **** **** ****' : number}</p>
      <div className="flex items-end justify-between gap-3 text-body-s text-text-2">
        {/* A long branch does not break the name in two; a long name still may. */}
        <span translate="no" className="max-w-[60%] shrink-0 break-words">
          {holder}
        </span>
        {branch !== null && branch !== '' && <span className="min-w-0 text-end break-words">{branch}</span>}
      </div>
    </section>
  );
}
