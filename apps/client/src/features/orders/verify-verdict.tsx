/* The verdict of a check: correct, correct so far, only consistent, or a loud failure; and the key it was checked against. */

import { useEffect, useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { buttonClass } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { cx } from '@candor/ui/cx';
import { Clock, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { CheckedReceipt } from '../../services/proof/check-receipt.ts';
import { keepAskedKey, useAskedKey } from '../../services/proof/asked-key.ts';
import { isElsewhere } from '../../services/proof/check-steps.ts';
import { fingerprintOf } from '../../services/proof/key-pins.ts';

/** Amber is for what should be known and is not, red for what is wrong. */
const APPEARANCE = {
  valid: { Icon: ShieldCheck, tone: 'border-success text-success' },
  consistent: { Icon: ShieldCheck, tone: 'border-success text-success' },
  elsewhere: { Icon: ShieldCheck, tone: 'border-success text-success' },
  provisional: { Icon: Clock, tone: 'border-line-control text-text-1' },
  late: { Icon: Clock, tone: 'border-warn text-warn' },
  invalid: { Icon: ShieldAlert, tone: 'border-danger text-danger' },
} as const;

export function VerdictCard({ result, order }: { result: CheckedReceipt; order: OrderView }) {
  const t = useTranslations('proof');
  const look = lookOf(result);
  const { Icon, tone } = APPEARANCE[look];
  const isFinding = result.verdict === 'invalid' || result.late !== null;
  const card = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // A check started by the member adds a new card. An automatic repeat changes the card in place and does not move the
  // focus or the page.
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={card}
      data-verdict={result.verdict}
      className={cx('ui-enter rounded-card border-2 bg-surface-1 p-4', tone)}
    >
      <div role={isFinding ? 'alert' : 'status'} className="flex gap-3">
        <Icon aria-hidden="true" className="size-7 shrink-0" strokeWidth={1.75} />
        <div className="min-w-0">
          <h3 ref={title} tabIndex={-1} className="text-title-2 font-bold outline-none">
            {t(`verdict.${look}.title`)}
          </h3>
          <p className="mt-1 text-body-s text-text-2">
            {look === 'elsewhere' ? t('verdict.elsewhere.text') : <VerdictText result={result} />}
          </p>
          <FailedStep result={result} />
          <Warnings result={result} />
        </div>
      </div>
      {isFinding && (
        <a href={hrefTo(paths.service(order.id))} className={cx(buttonClass('destructive', 'small', true), 'mt-3')}>
          {t('report')}
        </a>
      )}
      {look === 'elsewhere' && (
        // Only the member knows whether the device is theirs.
        <p className="mt-1 flex flex-wrap gap-x-4 text-body-s font-bold text-link">
          <a href={hrefTo(paths.devices())} className="inline-flex min-h-11 items-center">
            {t('devices')}
          </a>
          <a href={hrefTo(paths.service(order.id))} className="inline-flex min-h-11 items-center">
            {t('report')}
          </a>
        </p>
      )}
      {result.pin !== null && (
        <KeyLine vkey={result.pin.vkey} seenAtMs={result.pin.seenAtMs} isNew={result.isFirstSeen} />
      )}
      <p className={cx('mt-2 text-caption', result.origin === 'insecure' ? 'text-warn' : 'text-text-3')}>
        {t(`origin.${result.origin}`)}
      </p>
    </div>
  );
}

/** A receipt that holds is told from one of this device in the title itself: perhaps the member never sent the order. */
function lookOf({ verdict, late, reports }: CheckedReceipt): keyof typeof APPEARANCE {
  if (late !== null) return 'late';
  const holds = verdict === 'valid' || verdict === 'consistent';
  return holds && reports.some(isElsewhere) ? 'elsewhere' : verdict;
}

function VerdictText({ result }: { result: CheckedReceipt }) {
  const t = useTranslations('proof.verdict');
  if (result.verdict !== 'provisional') return t(`${result.verdict}.text`);
  if (result.late !== null) return t(`late.${result.late}`);
  if (result.figures.status === null) return t('provisional.open');
  return t(result.isUnwitnessed ? 'provisional.unwitnessed' : 'provisional.settled');
}

/** The step in words, and the program's own key for it, for readers of the report. */
function FailedStep({ result }: { result: CheckedReceipt }) {
  const t = useTranslations('proof');
  const failed = result.reports.find(({ ended }) => ended === 'failed');
  if (failed === undefined) return null;
  return (
    <p className="mt-1 text-caption text-danger">
      {t('verdict.invalid.code', { step: t(`steps.${failed.key}.name`), problem: failed.problem ?? '—' })}
    </p>
  );
}

/** What the receipt leaves to be asked. It does not change the verdict. */
function Warnings({ result }: { result: CheckedReceipt }) {
  const t = useTranslations('proof.warnings');
  if (result.warnings.length === 0) return null;
  return (
    <ul className="mt-1 flex list-disc flex-col gap-1 ps-4 text-caption text-warn">
      {result.warnings.map(({ key, count }) => (
        <li key={key}>{t(key, { count })}</li>
      ))}
    </ul>
  );
}

/** The site's key. Comparing it is asked once on this device, and not under every order; the step of the key leads there too. */
function KeyLine({ vkey, seenAtMs, isNew }: { vkey: string; seenAtMs: number; isNew: boolean }) {
  const t = useTranslations('proof.key');
  const asked = useAskedKey();
  return (
    <div className="mt-3 border-t border-line pt-2 text-caption">
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 text-text-3">
          {t('label')} <code className="font-bold whitespace-nowrap text-text-1">{fingerprintOf(vkey)}</code>
          <span className="block">
            {isNew ? t('firstSeen') : seenAtMs === 0 ? t('built') : t('pinned', { date: formatDateTime(seenAtMs) })}
          </span>
        </p>
        <CopyButton text={vkey} label={t('copy')} />
      </div>
      {asked !== null && asked !== vkey && (
        <div className="mt-1 rounded-control bg-surface-2 px-3 pt-2 text-text-2">
          <p>{t('ask')}</p>
          <p className="flex flex-wrap gap-x-4 font-bold text-link">
            <a
              href={hrefTo(paths.compare())}
              onClick={() => keepAskedKey(vkey)}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {t('compare')}
            </a>
            <button type="button" onClick={() => keepAskedKey(vkey)} className="press min-h-11 font-bold">
              {t('askDone')}
            </button>
          </p>
        </div>
      )}
    </div>
  );
}
