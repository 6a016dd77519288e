/* Recovery codes, shown once: to be copied, printed or downloaded. What was done is said in the sheet: a toast would lie over the codes. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { copyText } from '@candor/ui/copy-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { Check, Copy, Download, Printer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { useSite } from '../../services/session/site.ts';
import { useProfile } from '../../services/queries/shared-queries.ts';

export function RecoveryCodesSheet({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const t = useTranslations('security.factors.recovery');
  return (
    <Sheet
      open={codes !== null}
      onClose={onClose}
      title={t('codesTitle')}
      // A press beside the sheet must not lose them.
      dismissible={false}
      footer={
        <Button block onClick={onClose}>
          {t('saved')}
        </Button>
      }
    >
      {codes !== null && <Codes codes={codes} />}
    </Sheet>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('security.factors.recovery');
  const say = useErrorText();
  const { name: site } = useSite();
  const name = useProfile().data?.userName ?? '';
  const [isCopied, setCopied] = useState(false);
  const text = [t('heading', { site, name }), '', ...codes, ''].join('\n');
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body-s text-text-2">{t('codesText')}</p>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(15ch,1fr))] gap-x-4 gap-y-2 rounded-card bg-surface-2 p-4 text-center font-mono text-body-s select-all">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-3 gap-2">
        <Button variant="secondary" size="small" onClick={() => void copyText(text).then(setCopied)}>
          {isCopied ? (
            <Check aria-hidden="true" className="size-4 text-success" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          <span aria-live="polite">{isCopied ? say('COPIED') : t('copy')}</span>
        </Button>
        <Button variant="secondary" size="small" onClick={() => printText(text)}>
          <Printer aria-hidden="true" className="size-4" />
          {t('print')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('file'))}
        >
          <Download aria-hidden="true" className="size-4" />
          {t('download')}
        </Button>
      </div>
    </div>
  );
}

/** Prints a text alone, from a frame that is there only as long as the browser needs it. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.className = 'sr-only';
  frame.setAttribute('aria-hidden', 'true');
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page === null) return;
  const block = page.createElement('pre');
  block.textContent = text;
  page.body.append(block);
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}
