/*
 * The receipt of an order, and its check in front of the member. The checking code is loaded on demand. This section
 * must never show a verdict that it did not compute itself.
 */

import { useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Download, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { usePrograms } from '../../services/proof/programs.ts';
import type { Programs } from '../../services/proof/programs.ts';
import { useKeptKeys } from '../../services/proof/use-kept-keys.ts';
import { fetchReceipt, receiptFileName, saveReceipt } from '../../services/proof/receipt-file.ts';
import { useReceiptCheck } from './verify-check.ts';
import type { ReceiptCheck } from './verify-check.ts';
import { VerifySteps } from './verify-steps.tsx';
import { VerdictCard } from './verify-verdict.tsx';

export function VerifySection({ order }: { order: OrderView }) {
  const t = useTranslations('proof');
  const online = useOnline();
  const { check, start } = useReceiptCheck(order);
  const isRunning = check.at === 'running';
  return (
    <section aria-labelledby="proof-title" className="flex flex-col gap-3">
      <div>
        <h2 id="proof-title" className="text-body-s font-semibold">
          {t('title')}
        </h2>
        <p className="mt-1 text-body-s text-text-2">{t('intro')}</p>
      </div>
      <CheckView check={check} order={order} />
      {!online && check.at === 'idle' && (
        <p role="status" className="text-body-s text-warn">
          {t('offline')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="accent"
          size="small"
          className="grow"
          icon={<ShieldCheck aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
          loading={isRunning}
          loadingText={t('verifying')}
          disabled={!online}
          onClick={start}
        >
          {check.at === 'idle' || isRunning ? t('verify') : t('again')}
        </Button>
        <DownloadButton order={order} text={check.at === 'checked' ? check.result.text : null} />
      </div>
      <CommandLine no={order.no} checked={check.at === 'checked' ? check.result.pin?.vkey : undefined} />
    </section>
  );
}

function CheckView({ check, order }: { check: ReceiptCheck; order: OrderView }) {
  const t = useTranslations('proof');
  const language = useLanguage();
  switch (check.at) {
    case 'idle':
      return null;
    case 'running':
      return (
        <VerifySteps reports={check.reports} figures={check.figures} order={order} isRunning isFirstSeen={false} />
      );
    case 'checked':
      return (
        <>
          <VerifySteps
            reports={check.result.reports}
            figures={check.result.figures}
            order={order}
            isRunning={false}
            isFirstSeen={check.result.isFirstSeen}
          />
          <VerdictCard result={check.result} order={order} />
        </>
      );
    case 'failed':
      return (
        <div role="alert" className="rounded-small bg-surface-2 px-4 py-3 text-body-s">
          <p className="text-danger">{messageOf(check.error, language)}</p>
          <p className="mt-1 text-text-2">{t('failed')}</p>
        </div>
      );
  }
}

/** Exactly the bytes that were checked; before a check they are fetched. */
function DownloadButton({ order, text }: { order: OrderView; text: string | null }) {
  const t = useTranslations('proof');
  const language = useLanguage();
  const online = useOnline();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      saveReceipt(order.no, text ?? (await fetchReceipt(order.id)));
    } catch (error) {
      showToast(messageOf(error, language), 'danger');
    }
    setLoading(false);
  };
  return (
    <Button
      variant="outline"
      size="small"
      className="grow"
      icon={<Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
      loading={isLoading}
      loadingText={t('downloading')}
      disabled={!online && text === null}
      onClick={() => void download()}
    >
      {t('download')}
    </Button>
  );
}

/** Includes the key of the check, or else the newest pinned one, so that the command trusts no key from the file. */
function CommandLine({ no, checked }: { no: string; checked: string | undefined }) {
  const t = useTranslations('proof.command');
  const pins = useKeptKeys();
  const vkey = checked ?? pins?.at(-1)?.vkey;
  const key = vkey === undefined ? '' : `--key ${vkey} `;
  const programs = usePrograms();
  // --package: npx runs the program of that file, and never downloads another one with the same name.
  const command = `npx --package ./${programs?.file ?? 'candor-proof.tgz'} candor-verify ${key}${receiptFileName(no)}`;
  return (
    <div>
      <p className="text-caption font-semibold text-text-2">{t('label')}</p>
      <div className="mt-1 flex items-center rounded-small bg-surface-2 ps-4">
        <code lang="en" className="min-w-0 grow py-2 text-caption wrap-anywhere">
          {command}
        </code>
        <CopyButton text={command} label={t('copy')} />
      </div>
      <p className="mt-1 text-caption text-text-3">
        {t('hint')} {t(vkey === undefined ? 'unpinned' : 'pinned')}
      </p>
      {programs !== null && <Program programs={programs} />}
    </div>
  );
}

/** Where the program of the command comes from, and what it must be. */
function Program({ programs: { url, file, bytes, sha256 } }: { programs: Programs }) {
  const t = useTranslations('proof.command');
  return (
    <div className="mt-1">
      <a
        href={url}
        download={file}
        className="inline-flex min-h-11 items-center gap-1.5 text-body-s font-semibold text-accent underline-offset-4 hover:underline"
      >
        <Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {t('program', { size: Math.ceil(bytes / 1000) })}
      </a>
      <div className="flex items-center rounded-small bg-surface-2 ps-4">
        <code lang="en" className="min-w-0 grow py-2 text-caption wrap-anywhere">
          {sha256}
        </code>
        <CopyButton text={sha256} label={t('copySha')} />
      </div>
      <p className="mt-1 text-caption text-text-3">{t('sha')}</p>
    </div>
  );
}
