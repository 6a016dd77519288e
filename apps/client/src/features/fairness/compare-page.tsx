/*
 * Compares what this device is shown with what others see: the key as digits and as a code for another member's camera, the
 * code of another member, and the witnesses. It needs no session: whoever scans a code may not be logged in there.
 */

import { useEffect, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { CopyLine } from '@candor/ui/copy-line.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { QrCard } from '@candor/ui/qr-card.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Printer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { ownCode } from '../../services/proof/compare-key.ts';
import type { OwnCode } from '../../services/proof/compare-key.ts';
import { useSession } from '../../services/session/session.ts';
import { AskWitnesses } from './ask-witnesses.tsx';
import { CompareOther } from './compare-other.tsx';

export function ComparePage() {
  const t = useTranslations('compare');
  const scanned = useAddress().params.get('compare') ?? '';
  const signedIn = useSession((session) => session.token !== null);
  return (
    <Page
      className="l:max-w-[45rem]"
      bar={<NavBar title={t('title')} onBack={() => goBack(signedIn ? paths.fairness() : paths.login())} />}
    >
      <div className="flex flex-col gap-4">
        <p className="text-body-s text-text-2">{t('intro')}</p>
        {scanned !== '' && <CompareOther key={scanned} scanned={scanned} />}
        <Own />
        {scanned === '' && <CompareOther scanned="" />}
        <AskWitnesses />
      </div>
    </Page>
  );
}

type State = { at: 'loading' } | { at: 'lost' } | { at: 'failed'; error: unknown } | { at: 'known'; own: OwnCode };

function Own() {
  const t = useTranslations('compare');
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State>({ at: 'loading' });
  useEffect(() => {
    let left = false;
    ownCode().then(
      (own) => {
        if (!left) setState(own === null ? { at: 'lost' } : { at: 'known', own });
      },
      (error: unknown) => {
        if (!left) setState({ at: 'failed', error });
      },
    );
    return () => {
      left = true;
    };
  }, [round]);
  return (
    <section aria-label={t('own.title')} className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 className="text-body font-bold">{t('own.title')}</h2>
      {state.at === 'loading' && <Skeleton className="mt-3 h-72 w-full" />}
      {state.at === 'lost' && (
        <p role="alert" className="mt-2 text-body-s text-danger">
          {t('result.ownKeyLost')}
        </p>
      )}
      {state.at === 'failed' && <LoadFailed error={state.error} onRetry={() => setRound((last) => last + 1)} />}
      {state.at === 'known' && <OwnLines own={state.own} />}
    </section>
  );
}

function OwnLines({ own: { vkey, digits, code, size } }: { own: OwnCode }) {
  const t = useTranslations('compare.own');
  const address = `${location.origin}/${hrefTo(paths.compare(code))}`;
  return (
    <div className="mt-3 flex flex-col gap-4">
      <div>
        <h3 className="text-body-s text-text-2">{t('digits')}</h3>
        <div className="mt-1 flex items-center rounded-control bg-surface-2 ps-4">
          {/* Two lines of three groups on a phone, one on a desktop: the eye finds its place again. */}
          <p className="tnum grid grow grid-cols-3 gap-x-4 py-2 text-title-2 font-bold l:grid-cols-6" data-digits>
            {digits.split(' ').map((group, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the groups of a key have fixed places
              <span key={place}>{group}</span>
            ))}
          </p>
          <CopyButton text={digits} label={t('copyDigits')} />
        </div>
        <p className="mt-1 text-caption text-text-3">{t('digitsHint')}</p>
      </div>
      <div>
        <QrCard text={address} label={t('qr')} caption={t('qr')} enlarge={t('enlarge')} hint={t('qrHint')} />
        <p className="mt-2 text-caption text-text-3">{t('qrHint')}</p>
      </div>
      <Line title={t('code')} text={code} copy={t('copyCode')} />
      <Line title={t('key')} text={vkey} copy={t('copyKey')} />
      <p className="tnum text-caption text-text-3">{size === null ? t('noLog') : t('log', { size })}</p>
      <Button
        size="small"
        variant="outline"
        className="self-start print:hidden"
        icon={<Printer aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
    </div>
  );
}

function Line({ title, text, copy }: { title: string; text: string; copy: string }) {
  return (
    <div>
      <h3 className="text-body-s text-text-2">{title}</h3>
      <CopyLine text={text} label={copy} className="mt-1" />
    </div>
  );
}
