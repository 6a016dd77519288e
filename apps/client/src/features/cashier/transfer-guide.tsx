import { Sheet } from '@candor/ui/modal.tsx';
import { Copy, Landmark, Upload } from 'lucide-react';
import { useTranslations } from 'use-intl';

const STEPS = [
  { key: 'copy', Icon: Copy },
  { key: 'transfer', Icon: Landmark },
  { key: 'report', Icon: Upload },
] as const;

/** 怎么转账: three steps, one picture each. */
export function TransferGuide({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('cashier.guide');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <ol className="flex flex-col gap-5">
        {STEPS.map(({ key, Icon }, index) => (
          <li key={key} className="flex items-start gap-4">
            <span className="flex size-14 shrink-0 items-center justify-center rounded-card border border-line bg-surface-2 text-accent">
              <Icon aria-hidden="true" className="size-6.5" strokeWidth={1.5} />
            </span>
            <div className="min-w-0">
              <p className="text-body font-semibold">
                {index + 1}. {t(`${key}.title`)}
              </p>
              <p className="mt-0.5 text-body-s text-text-2">{t(`${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
