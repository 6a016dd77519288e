/* How this site gets onto a device: by the browser's own question, by hand, or from the operator's address. */

import { useState } from 'react';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { QrCode } from '@candor/ui/qr-code.tsx';
import { CircleCheck, Download, ExternalLink } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useObservable } from '../../lib/observable.ts';
import { askInstall, installed, installOffered } from '../../services/install/install-offer.ts';
import { installWay } from '../../services/install/install-way.ts';
import { Brand } from '../../services/session/brand.tsx';
import { useSite } from '../../services/session/site.ts';

export function AppSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('account');
  const { download_url: address } = useSite();
  return (
    <Sheet open={open} onClose={onClose} title={t('download')}>
      <div className="flex items-center gap-3">
        <Brand />
      </div>
      <p className="mt-2 text-body-s text-text-2">{t('app.why')}</p>
      <Install />
      {address !== null && <Address address={address} />}
    </Sheet>
  );
}

function Install() {
  const t = useTranslations('account.app');
  const isOffered = useObservable(installOffered);
  const isInstalled = useObservable(installed);
  const [dismissed, setDismissed] = useState(false);
  if (isInstalled)
    return (
      <p role="status" className="mt-4 flex items-center gap-2 text-body">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
        {t('installed')}
      </p>
    );
  if (isOffered)
    return (
      <Button
        block
        className="mt-4"
        icon={<Download aria-hidden="true" className="size-5" />}
        onClick={() => void askInstall().then((answer) => setDismissed(answer === 'dismissed'))}
      >
        {t('install')}
      </Button>
    );
  return (
    <section aria-labelledby="app-by-hand" className="mt-4 rounded-card border border-line bg-surface-1 p-4">
      <h3 id="app-by-hand" className="text-body-s font-bold">
        {t('byHand')}
      </h3>
      <p className="mt-1 text-body-s text-text-2">
        {t(`ways.${installWay(navigator.userAgent, navigator.maxTouchPoints)}`)}
      </p>
      {dismissed && (
        <p role="status" className="mt-2 text-caption text-text-3">
          {t('dismissed')}
        </p>
      )}
    </section>
  );
}

function Address({ address }: { address: string }) {
  const t = useTranslations('account.app');
  return (
    <section aria-labelledby="app-address" className="mt-4 rounded-card border border-line bg-surface-1 p-4">
      <h3 id="app-address" className="text-body-s font-bold">
        {t('address')}
      </h3>
      <div className="mt-3 flex items-center gap-4">
        <QrCode text={address} label={t('qr')} className="w-32 shrink-0 rounded-control" />
        <div className="min-w-0 flex-1">
          <p className="text-caption text-text-2">{t('scan')}</p>
          <p className="mt-1 flex items-center">
            <span className="min-w-0 flex-1 truncate text-caption text-text-3">{new URL(address).host}</span>
            <CopyButton text={address} label={t('copy')} />
          </p>
        </div>
      </div>
      <a href={address} target="_blank" rel="noreferrer" className={`${buttonClass('secondary', 'medium', true)} mt-3`}>
        <ExternalLink aria-hidden="true" className="size-4.5" />
        {t('open')}
      </a>
    </section>
  );
}
