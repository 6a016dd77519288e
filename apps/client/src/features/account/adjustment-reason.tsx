import { lazy, Suspense } from 'react';
import type { TransferView } from '@candor/contract/wallet';
import { reasonOf } from '@candor/contract/reasons';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../../lib/i18n.tsx';

type Line = Pick<TransferView, 'type' | 'reason'>;

/** Few statements have such a line: its words load with the first one. */
const Words = lazy(async () => {
  await loadTexts(['reasons']);
  return { default: ReasonWords };
});

/** Why operators added or deducted money, in the reader's language; nothing for any other line. */
export function AdjustmentReason({ line }: { line: Line }) {
  return (
    line.reason !== null && (
      <span className="block text-caption text-text-2">
        <Suspense fallback={<span aria-hidden="true">…</span>}>
          <Words type={line.type} reason={line.reason} />
        </Suspense>
      </span>
    )
  );
}

function ReasonWords({ type, reason }: Line) {
  const t = useTranslations('reasons');
  if (reason === null) return null;
  return type === 'manualDeduct'
    ? t(`adjustmentDeduct.${reasonOf('adjustmentDeduct', reason)}`)
    : t(`adjustmentAdd.${reasonOf('adjustmentAdd', reason)}`);
}
