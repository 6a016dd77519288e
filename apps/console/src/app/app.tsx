/* The console from outside to inside: providers, then who is working, then the screens or the way to them. */

import { useEffect } from 'react';
import { MantineProvider, MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { EntryPage } from '../features/entry/entry-page.tsx';
import { TextsProvider } from '../lib/i18n.tsx';
import { OperatorProvider, useOperatorQuery } from '../services/operator/operator.tsx';
import { LoadFailed, PageLoading } from '../services/queue/states.tsx';
import { onSessionChange, useSession } from '../services/session/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell.tsx';
import { colorSchemes, cssVariables, theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the device says of its network is a hint: the next reading shows whether the server answers.
      networkMode: 'always',
      // An answer of the server is final; only a lost network is worth another try.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.code !== 0),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Nothing that one operator read may be seen by the next.
onSessionChange(() => queries.clear());

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
    >
      <QueryClientProvider client={queries}>
        <TextsProvider>
          <ErrorBoundary>
            <SignedIn />
          </ErrorBoundary>
          {/* Over the navigation: panels are on the right and dialogs in the middle. */}
          <NamedNotifications />
        </TextsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function NamedNotifications() {
  const common = useTranslations('common');
  const named = { Notification: { defaultProps: { closeButtonProps: { 'aria-label': common('dismiss') } } } };
  return (
    <MantineThemeProvider theme={{ components: named }}>
      <Notifications position="bottom-left" containerWidth={304} />
    </MantineThemeProvider>
  );
}

function SignedIn() {
  const session = useSession();
  useEffect(() => {
    document.title = 'Candor';
  }, [session]);
  return session?.stage === 'full' ? <WorkingOperator key={session.token} /> : <EntryPage />;
}

function WorkingOperator() {
  const me = useOperatorQuery();
  if (me.data !== undefined)
    return (
      <OperatorProvider operator={me.data}>
        <Shell />
      </OperatorProvider>
    );
  return me.error === null ? <PageLoading /> : <LoadFailed error={me.error} onRetry={() => void me.refetch()} />;
}
