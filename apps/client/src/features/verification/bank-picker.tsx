import { useState } from 'react';
import { isBankFound, listedBanks } from '@candor/contract/banks';
import { BANK_CHARS_MAX, BANKS } from '@candor/contract/verification';
import { describedBy, FieldFrame } from '@candor/ui/field.tsx';
import { isEnter } from '@candor/ui/keyboard';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { Check, ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useBankName } from '../../services/banks/bank-name.ts';
import { useSite } from '../../services/session/site.ts';

type BankPickerProps = {
  id: string;
  bank: string | null;
  /** The bank was recognised by the number. */
  isRecognised: boolean;
  error: string | undefined;
  onPick: (bank: string) => void;
};

/** The bank of a card: recognised while the number is typed, picked from the lists of the site's countries, or named. */
export function BankPicker({ id, bank, isRecognised, error, onPick }: BankPickerProps) {
  const t = useTranslations('verification.card');
  const banks = useTranslations('banks');
  const bankName = useBankName();
  const { licence } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const hint = isRecognised ? t('recognised') : t('bankHint');
  const wanted = search.trim().toLowerCase();
  const countries = licence?.countries ?? [];
  const mainland: readonly string[] =
    countries.length === 0 || countries.includes('CN')
      ? BANKS.filter((code) => `${code} ${banks(code)}`.toLowerCase().includes(wanted))
      : [];
  const others = listedBanks(countries).filter((each) => isBankFound(each, wanted));
  const found = [...mainland, ...others.map(({ code }) => code)];
  const own = search.trim();
  const pick = (chosen: string) => {
    onPick(chosen);
    setIsOpen(false);
  };
  return (
    <FieldFrame id={id} label={t('bank')} hint={hint} error={error}>
      <button
        id={id}
        type="button"
        {...describedBy(id, hint, error)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex min-h-14 items-center justify-between rounded-control border border-line-control/45 bg-surface-2 px-4 text-start text-body hover:border-line-control aria-invalid:border-danger"
      >
        {bank === null ? <span className="text-text-3">{t('chooseBank')}</span> : bankName(bank)}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-text-3" />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t('chooseBank')}>
        <TextField
          label={t('searchBank')}
          labelHidden
          placeholder={t('searchBank')}
          value={search}
          maxLength={BANK_CHARS_MAX}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (!isEnter(event)) return;
            // Not the form around it.
            event.preventDefault();
            const [first] = found;
            if (wanted !== '' && first !== undefined) pick(first);
          }}
          onClear={() => setSearch('')}
          reserveLine={false}
        />
        <ul className="mt-3">
          {found.map((code) => (
            <li key={code}>
              <button
                type="button"
                aria-pressed={code === bank}
                onClick={() => pick(code)}
                className="flex min-h-12 w-full items-center justify-between gap-3 border-b border-line px-1 text-start hover:bg-surface-2"
              >
                {bankName(code)}
                {code === bank && <Check aria-hidden="true" className="size-5 text-selected" />}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="py-6 text-center text-body-s text-text-2">{t('noBank')}</p>}
        {own.length > 1 ? (
          <Button variant="secondary" size="medium" block className="mt-3" onClick={() => pick(own)}>
            {t('useName', { name: own })}
          </Button>
        ) : (
          <p className="mt-3 text-body-s text-text-2">{t('anyName')}</p>
        )}
      </Sheet>
    </FieldFrame>
  );
}
