/*
 * The frame of login and registration: aurora, brand, language switch. Wide screens have a second column with the
 * site's promises.
 */

import { useState } from 'react';
import type { ReactNode } from 'react';
import { Banner } from '@candor/ui/banner.tsx';
import { cx } from '@candor/ui/cx';
import { ListTree, ReceiptText, Scale } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LanguageMenu } from '../../lib/language-menu.tsx';
import { useOnline } from '../../lib/online.ts';
import { Brand } from '../../services/session/brand.tsx';
import { FooterStrip } from '../../services/session/footer-strip.tsx';
import { appearsAnew } from './first-form.ts';

export function EntryFrame({ children }: { children: ReactNode }) {
  const states = useTranslations('common.states');
  const online = useOnline();
  const [anew] = useState(appearsAnew);
  return (
    <div className="flex min-h-dvh flex-col bg-[image:var(--aurora)]">
      {!online && <Banner tone="warn">{states('offline')}</Banner>}
      <header className="gutter mx-auto flex h-16 w-full max-w-[75rem] items-center justify-between pt-[var(--safe-top)] sideways:h-12 xl:h-20 xl:max-h-[9dvh]">
        <span className="flex xl:invisible">
          <Brand />
        </span>
        <LanguageMenu />
      </header>
      <div className="gutter mx-auto grid w-full max-w-[75rem] flex-1 grid-cols-[minmax(0,1fr)] items-center gap-8 xl:items-start xl:grid-cols-[minmax(0,1fr)_27.5rem]">
        <Promises />
        <div
          className={cx(
            anew && 'ui-enter',
            'mx-auto w-full max-w-[27.5rem] py-6 sideways:max-w-[44rem] sideways:py-1 xl:rounded-card xl:border xl:border-line xl:bg-surface-1 xl:px-8 xl:py-6 xl:shadow-raised xl:my-auto',
          )}
        >
          {children}
        </div>
      </div>
      <FooterStrip />
    </div>
  );
}

function Promises() {
  const t = useTranslations('session');
  const promises = [
    { icon: ReceiptText, title: t('highlights.proof'), text: t('highlights.proofText') },
    { icon: Scale, title: t('highlights.terms'), text: t('highlights.termsText') },
    { icon: ListTree, title: t('highlights.ledger'), text: t('highlights.ledgerText') },
  ];
  return (
    <section className="sticky top-[9dvh] hidden min-h-[78dvh] flex-col justify-center xl:flex">
      <Brand large />
      <p className="mt-8 max-w-[28rem] text-display text-balance break-keep">{t('login.subtitle')}</p>
      <ul className="mt-8 flex max-w-[28rem] flex-col gap-6">
        {promises.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-control border border-line bg-surface-1 text-text-2">
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </span>
            <span>
              <span className="block font-bold">{title}</span>
              <span className="mt-1 block text-body-s text-text-2">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
