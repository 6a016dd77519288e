/* The providers around every screen, signed in or not. */

import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ModalLayers } from '@candor/ui/modal-layers.tsx';
import { placeToasts, ToastHost, showToast } from '@candor/ui/toast.tsx';
import { UiTextsProvider } from '@candor/ui/ui-texts.tsx';
import { useTranslations } from 'use-intl';
import { errorText } from '../lib/error-texts.ts';
import { TextsProvider, useErrorText } from '../lib/i18n.tsx';
import { language } from '../lib/language.ts';
import { openLayer } from '../lib/layers.ts';
import { onSessionEnd } from '../services/session/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { toastShift } from './measure-front.ts';

export function Providers({ children }: { children: ReactNode }) {
  useSessionEndToast();
  useEffect(() => placeToasts(toastShift), []);
  return (
    <TextsProvider>
      <PrimitiveTexts>
        <ModalLayers openLayer={openLayer}>
          <ErrorBoundary>{children}</ErrorBoundary>
        </ModalLayers>
        <ToastHost />
      </PrimitiveTexts>
    </TextsProvider>
  );
}

function PrimitiveTexts({ children }: { children: ReactNode }) {
  const t = useTranslations('common');
  const say = useErrorText();
  const texts = {
    back: t('actions.back'),
    clear: t('actions.clear'),
    close: t('actions.close'),
    copied: say('COPIED'),
    copy: t('actions.copy'),
    failed: t('states.failed'),
    hidePassword: t('actions.hidePassword'),
    loading: t('states.loading'),
    showPassword: t('actions.showPassword'),
  };
  return <UiTextsProvider texts={texts}>{children}</UiTextsProvider>;
}

function useSessionEndToast(): void {
  useEffect(
    () =>
      onSessionEnd((reason) => {
        if (reason === 'no-session-key') showToast(errorText('LOGGED_OUT', language.get()));
      }),
    [],
  );
}
