import { useEffect, useState } from 'react';
import { ListRow } from '@candor/ui/list.tsx';
import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { PRACTICE_START, PracticeResetDialog } from '../../services/practice-reset/practice-reset-dialog.tsx';
import { useSite } from '../../services/session/site.ts';

/** The account's row that resets the practice money. The command menu opens its question by the address. */
export function PracticeReset() {
  const t = useTranslations('common.practice');
  const { symbol } = useSite().currency;
  const isAsked = useAddress().params.get('section') === 'reset';
  const [isOpen, setOpen] = useState(isAsked);
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    if (isAsked) setOpen(true);
  }
  // A reload must not ask again.
  useEffect(() => {
    if (isAsked) replaceQuery({ section: null });
  }, [isAsked]);
  return (
    <>
      <ListRow
        icon={<RotateCcw aria-hidden="true" strokeWidth={1.75} />}
        title={t('row')}
        detail={t('rowHint', { amount: formatMoney(PRACTICE_START, { symbol }) })}
        onPress={() => setOpen(true)}
      />
      <PracticeResetDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
