/*
 * The loudest line in the app: a price history that this device followed was changed. It stays until the member
 * dismisses it.
 */

import { useEffect, useState } from 'react';
import { Banner } from '@candor/ui/banner.tsx';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { ShieldAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hasTexts, loadTexts } from '../lib/i18n.tsx';
import { hrefTo } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../lib/time.ts';
import { putAlarmsAway, useAlarms } from '../services/proof/alarms.ts';
import type { HistoryAlarm } from '../services/proof/alarms.ts';

export function ProofBanner() {
  const alarms = useAlarms();
  const isReady = useProofTexts(alarms.length > 0);
  const [first] = alarms;
  return first === undefined || !isReady ? null : <AlarmBanner first={first} alarms={alarms} />;
}

function AlarmBanner({ first, alarms }: { first: HistoryAlarm; alarms: readonly HistoryAlarm[] }) {
  const t = useTranslations('proof.alarm');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Banner
        tone="danger"
        icon={<ShieldAlert aria-hidden="true" />}
        action={
          <Button variant="destructive-text" size="small" className="shrink-0 underline" onClick={() => setOpen(true)}>
            {t('details')}
          </Button>
        }
      >
        <strong>{t('title', { product: first.product, time: momentWords(first.slot) })}</strong>
      </Banner>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('heading')}
        footer={
          <div className="flex flex-col gap-2">
            <a href={hrefTo(paths.service())} className={buttonClass('destructive', 'medium', true)}>
              {t('report')}
            </a>
            <Button variant="text" size="small" onClick={() => void putAlarmsAway().catch(() => undefined)}>
              {t('putAway')}
            </Button>
          </div>
        }
      >
        <p className="text-body-s text-text-2">{t('text')}</p>
        {alarms.map((alarm) => (
          <AlarmDetails key={alarm.product} alarm={alarm} />
        ))}
      </Sheet>
    </>
  );
}

/** Both notes are signed by the site: together they prove that the site published two different histories. */
function AlarmDetails({ alarm }: { alarm: HistoryAlarm }) {
  const t = useTranslations('proof.alarm');
  const { product, slot, problem, kept, served } = alarm;
  const evidence = [`${product} ${slot} ${problem}`, t('kept'), kept || '—', t('served'), served || '—'].join('\n\n');
  return (
    <section className="mt-4">
      <h3 className="text-body-s font-semibold">
        {product} · <span className="tnum">{momentWords(slot)}</span>
      </h3>
      <p className="text-caption text-danger">{t('problem', { problem })}</p>
      <div className="mt-2 flex items-start rounded-small bg-surface-2 ps-4">
        <pre className="max-h-48 min-w-0 grow overflow-y-auto py-3 text-caption wrap-anywhere whitespace-pre-wrap">
          {evidence}
        </pre>
        <CopyButton text={evidence} label={t('copy')} />
      </div>
    </section>
  );
}

function momentWords(slot: string): string {
  return `${formatDateTime(slot)} ${zoneLabel(slot)}`;
}

/** The texts are fetched only if there is an alarm to show. */
function useProofTexts(isWanted: boolean): boolean {
  const [isReady, setReady] = useState(() => hasTexts(['proof']));
  useEffect(() => {
    if (!isWanted || isReady) return;
    let left = false;
    const load = () =>
      loadTexts(['proof']).then(
        () => void (!left && setReady(true)),
        () => undefined,
      );
    void load();
    const timer = setInterval(() => void load(), 10_000);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [isWanted, isReady]);
  return isReady;
}
