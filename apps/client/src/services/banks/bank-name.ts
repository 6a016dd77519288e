import { listedBankName } from '@candor/contract/banks';
import { BANKS } from '@candor/contract/verification';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';

/** The name of a bank, from the code that a card is kept with. A name that somebody wrote is shown as it is. */
export function useBankName(): (bank: string) => string {
  const t = useTranslations('banks');
  const language = useLanguage();
  return (bank) => {
    const known = BANKS.find((code) => code === bank);
    return known === undefined ? (listedBankName(bank, language) ?? bank) : t(known);
  };
}
