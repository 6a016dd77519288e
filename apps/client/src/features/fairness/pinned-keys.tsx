/* The keys this device has pinned, as lines to copy: what a member gives to candor-verify, and compares with others. */

import { CopyButton } from '@candor/ui/copy-button.tsx';
import { useTranslations } from 'use-intl';
import { formatDateTime } from '../../lib/time.ts';
import { useKeptKeys } from '../../services/proof/use-kept-keys.ts';

export function PinnedKeys() {
  const t = useTranslations('fairness.keys');
  const pins = useKeptKeys();
  if (pins === null) return null;
  return (
    <section className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 className="text-body font-semibold">{t('title')}</h2>
      <p className="mt-1.5 max-w-[44rem] text-body-s text-text-2">{t(pins.length === 0 ? 'none' : 'text')}</p>
      {pins.map(({ vkey, seenAtMs }) => (
        <div key={vkey} className="mt-3">
          <div className="flex items-center rounded-small bg-surface-2 ps-4">
            <code className="min-w-0 grow py-2 text-caption wrap-anywhere">{vkey}</code>
            <CopyButton text={vkey} label={t('copy')} />
          </div>
          <p className="tnum mt-1 text-caption text-text-3">{t('since', { date: formatDateTime(seenAtMs) })}</p>
        </div>
      ))}
    </section>
  );
}
