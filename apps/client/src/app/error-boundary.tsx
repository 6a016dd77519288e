/* The last safety net: a screen that breaks shows a way out instead of an empty page. */

import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { ErrorState } from '@candor/ui/states.tsx';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../lib/i18n.tsx';

type Props = { children: ReactNode };

export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const t = useTranslations('common');
  const say = useErrorText();
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <ErrorState
        title={t('states.failed')}
        action={
          <>
            <Button onClick={() => location.reload()}>{t('actions.reload')}</Button>
            <Button
              variant="secondary"
              onClick={() => {
                location.hash = '';
                location.reload();
              }}
            >
              {t('actions.home')}
            </Button>
          </>
        }
      >
        {say('PAGE_LOAD_FAILED')}
      </ErrorState>
    </main>
  );
}
