/*
 * The receipt of an order, and its check in front of the member. The checking code is loaded on demand. This section
 * must never show a verdict that it did not compute itself.
 */

import { useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { Disclosure } from '@candor/ui/disclosure.tsx';
import { Button } from '@candor/ui/button.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Download, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { ProgramCommand } from '../../services/proof/program-command.tsx';
import { usePrograms } from '../../services/proof/programs.ts';
import { useKeptKeys } from '../../services/proof/use-kept-keys.ts';
import { fetchReceipt, receiptFileName, saveReceipt } from '../../services/proof/receipt-file.ts';
import { useReceiptCheck } from '../../services/proof/use-receipt-check.ts';
import type { ReceiptCheck } from '../../services/proof/use-receipt-check.ts';
import { ProofChip } from '../../services/active-order/showing/proof-chip.tsx';
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
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h2 id="proof-title" className="text-body-s font-bold">
            {t('title')}
          </h2>
          {order.status !== 'open' && check.at === 'idle' && online && <ProofChip order={order} />}
        </div>
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
          // Of an order that runs the page's action is another one.
          variant={check.at === 'checked' || order.status === 'open' ? 'outline' : 'primary'}
          size="medium"
          className="flex-1 basis-[9rem]"
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
      <ByProgram no={order.no} checked={check.at === 'checked' ? check.result.pin?.vkey : undefined} />
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
        <div role="alert" className="rounded-control bg-surface-2 px-4 py-3 text-body-s">
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
      size="medium"
      className="flex-1 basis-[9rem]"
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

/**
 * The same check by a program, where this build serves one. The command includes the key of the check, or else the newest
 * pinned one, so that it trusts no key from the file.
 */
function ByProgram({ no, checked }: { no: string; checked: string | undefined }) {
  const t = useTranslations('proof.command');
  const pins = useKeptKeys();
  const programs = usePrograms();
  if (programs === null || programs === 'none') return null;
  const vkey = checked ?? pins?.at(-1)?.vkey;
  const key = vkey === undefined ? '' : `--key ${vkey} `;
  return (
    // Closed, it does not come between the verdict and the price.
    <Disclosure label={t('label')}>
      <ProgramCommand
        programs={programs}
        args={`${key}${receiptFileName(no)}`}
        words={{
          copy: t('copy'),
          program: (size) => t('program', { size }),
          sha: t('sha'),
          copySha: t('copySha'),
        }}
      >
        <p className="mt-1 text-caption text-text-3">
          {t('hint')} {t(vkey === undefined ? 'unpinned' : 'pinned')}
        </p>
      </ProgramCommand>
    </Disclosure>
  );
}
