import { useTranslations } from 'use-intl';
import { BANKS } from '@candor/contract/verification';

/** The name of a bank, from the code that a card is kept with. A name that somebody wrote is shown as it is. */
export function useBankName(): (bank: string) => string {
  const t = useTranslations('banks');
  return (bank) => {
    const known = BANKS.find((code) => code === bank);
    return known === undefined ? bank : t(known);
  };
}
