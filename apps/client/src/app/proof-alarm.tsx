/*
 * The loudest line in the app: a price history or the order log that this device followed was changed, the site signs with
 * a key that it cannot trace, or answered an order with something else. It stays until the member dismisses it.
 */

import { useState } from 'react';
import { Banner } from '@candor/ui/banner.tsx';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { ShieldAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { saveFile } from '../lib/save-file.ts';
import { formatDateTime, zoneLabel } from '../lib/time.ts';
import { CLOCK_JUMPED, isKeyProblem, isLogProblem, putAlarmsAway } from '../services/proof/alarms.ts';
import type { ProofAlarm } from '../services/proof/alarms.ts';

export type ProofAlarmProps = { first: ProofAlarm; alarms: readonly ProofAlarm[] };

export function AlarmBanner({ first, alarms }: ProofAlarmProps) {
  const t = useTranslations('proof.alarm');
  const [isOpen, setOpen] = useState(false);
  const about = subjectOf(first);
  const orderId = alarms.find((alarm) => alarm.orderId !== null)?.orderId;
  return (
    <>
      <Banner
        tone={about === 'late' || about === 'clock' || first.problem === 'NOT_LOGGED' ? 'warn' : 'danger'}
        icon={<ShieldAlert aria-hidden="true" />}
        action={
          <Button variant="destructive-text" size="small" className="shrink-0 underline" onClick={() => setOpen(true)}>
            {t('details')}
          </Button>
        }
      >
        <strong>{t(`${about}.title`, { product: first.product, time: momentWords(first.slot) })}</strong>
      </Banner>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(`${about}.heading`)}
        footer={
          <div className="flex flex-col gap-2">
            <a
              href={hrefTo(paths.service(orderId ?? undefined))}
              className={buttonClass('destructive', 'medium', true)}
            >
              {t('report')}
            </a>
            <Button variant="secondary" onClick={() => saveEvidence(alarms)}>
              {t('download')}
            </Button>
            <Button variant="text" size="small" onClick={() => void putAlarmsAway().catch(() => undefined)}>
              {t('putAway')}
            </Button>
          </div>
        }
      >
        <p className="text-body-s text-text-2">{t(`${about}.text`)}</p>
        {alarms.map((alarm) => (
          <AlarmDetails key={`${alarm.product} ${alarm.orderId ?? ''} ${alarm.problem}`} alarm={alarm} />
        ))}
      </Sheet>
    </>
  );
}

/** An answer that came late says less than anything else: a slow network does the same. */
function subjectOf({
  product,
  problem,
  orderId,
}: ProofAlarm): 'history' | 'key' | 'log' | 'order' | 'late' | 'unlogged' | 'clock' {
  if (problem === CLOCK_JUMPED) return 'clock';
  if (isKeyProblem(problem)) return 'key';
  if (orderId === null) return product === '' ? 'log' : 'history';
  if (isLogProblem(problem)) return 'unlogged';
  return problem === 'ANSWER_LATE' ? 'late' : 'order';
}

function saveEvidence(alarms: readonly ProofAlarm[]): void {
  saveFile(new Blob([JSON.stringify(alarms, null, 2)], { type: 'application/json' }), 'candor-evidence.json');
}

/** Both notes of a history are signed by the site: together they prove that it published two different ones. */
function AlarmDetails({ alarm }: { alarm: ProofAlarm }) {
  const t = useTranslations('proof.alarm');
  const { product, slot, problem, kept, served, orderId } = alarm;
  const isSent = orderId !== null && !isLogProblem(problem);
  const [mine, theirs] =
    problem === CLOCK_JUMPED
      ? [t('clock.kept'), t('clock.served')]
      : isSent
        ? [t('sent'), t('answered')]
        : [t('kept'), t('served')];
  const evidence = [`${product} ${slot} ${problem}`.trim(), mine, kept || '—', theirs, served || '—'].join('\n\n');
  return (
    <section className="mt-4">
      <h3 className="text-body-s font-bold">
        {product === '' ? t('site') : product} · <span className="tnum">{momentWords(slot)}</span>
      </h3>
      <p className="text-caption text-danger">{t('problem', { problem })}</p>
      <div className="mt-2 flex items-start rounded-control bg-surface-2 ps-4">
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
