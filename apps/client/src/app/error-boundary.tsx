/*
 * What breaks while it is drawn is replaced by itself: a page, or what lies over it, never what stands beside it. The last net
 * is around everything.
 */

import { Component, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { ErrorState } from '@candor/ui/states.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../lib/i18n.tsx';
import { useAddress } from '../lib/location.ts';
import { ChunkError } from './load-chunk.ts';

type Props = {
  children: ReactNode;
  /** `all`: the whole window. `part`: the place where it stands. `over`: nothing stays of it; a line says so once. */
  place?: 'all' | 'part' | 'over';
  /** What it shows. When this changes, what broke is tried again; what did not break stays as it is. */
  shows?: string;
};

type State = { fault: Error | null; shows: string | undefined };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { fault: null, shows: undefined };

  static getDerivedStateFromError(fault: unknown) {
    return { fault: fault instanceof Error ? fault : new Error('not an error', { cause: fault }) };
  }

  static getDerivedStateFromProps({ shows }: Props, state: State) {
    return state.shows === shows ? null : { shows, fault: null };
  }

  override render() {
    const { children, place = 'all' } = this.props;
    const { fault } = this.state;
    if (fault === null) return children;
    if (place === 'over') return <ToldOnce />;
    const broken = <Broken fault={fault} isPart={place === 'part'} onRetry={() => this.setState({ fault: null })} />;
    return place === 'part' ? broken : <main className="flex min-h-dvh items-center justify-center">{broken}</main>;
  }
}

/** Around the page of a route: a fault of one order is not one of the next. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { path, params } = useAddress();
  return (
    <ErrorBoundary place="part" shows={`${path}?${params.toString()}`}>
      {children}
    </ErrorBoundary>
  );
}

function ToldOnce() {
  const t = useTranslations('common.states');
  useEffect(() => showToast(`${t('partBroken')} ${t('brokenHint')}`, 'danger'), [t]);
  return null;
}

function Broken({ fault, isPart, onRetry }: { fault: Error; isPart: boolean; onRetry: () => void }) {
  const t = useTranslations('common');
  const say = useErrorText();
  // A piece of the app that did not come is a matter of the network, and comes at the next load.
  const isLost = fault instanceof ChunkError;
  const goHome = () => {
    location.hash = '';
    if (!isPart) location.reload();
  };
  return (
    <ErrorState
      title={t(isLost ? 'states.failed' : isPart ? 'states.partBroken' : 'states.pageBroken')}
      action={
        <>
          {isPart && !isLost ? (
            <Button onClick={onRetry}>{t('actions.retry')}</Button>
          ) : (
            <Button onClick={() => location.reload()}>{t('actions.reload')}</Button>
          )}
          <Button variant="secondary" onClick={goHome}>
            {t('actions.home')}
          </Button>
        </>
      }
    >
      {isLost ? say('PAGE_LOAD_FAILED') : t('states.brokenHint')}
    </ErrorState>
  );
}
