/*
 * The page that is open to visitors: for web pages of others, for the check of a shared result (`?check=`), and to compare the key (`?compare=`). Without an address it is customer service: the chat that is built in, or the site's own.
 */

import { Suspense, lazy } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import { useAddress } from '../lib/location.ts';
import { PageBlocks } from '../lib/page-blocks.tsx';
import { untilLoaded } from '../lib/until-loaded.ts';
import { useSite } from '../services/session/site.ts';

const ServicePage = lazy(() =>
  untilLoaded(async () => ({ default: (await import('../features/support/service-page.tsx')).ServicePage })),
);
const PublicCheckPage = lazy(() =>
  untilLoaded(async () => ({ default: (await import('../features/fairness/public-check-page.tsx')).PublicCheckPage })),
);
const ComparePage = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('../features/fairness/compare-page.tsx'), loadTexts(['compare'])]);
    return { default: module.ComparePage };
  }),
);
const WebviewPage = lazy(() =>
  untilLoaded(async () => ({ default: (await import('../features/content/webview-page.tsx')).WebviewPage })),
);

export function Webview() {
  const { params } = useAddress();
  const { service_url: service } = useSite();
  if (params.get('check') !== null)
    return (
      <Suspense fallback={<PageBlocks hasBar />}>
        <PublicCheckPage />
      </Suspense>
    );
  if (params.get('compare') !== null)
    return (
      <Suspense fallback={<PageBlocks hasBar />}>
        <ComparePage />
      </Suspense>
    );
  const isChat = params.get('url') === null && service === null;
  return <Suspense fallback={<PageBlocks hasBar />}>{isChat ? <ServicePage /> : <WebviewPage />}</Suspense>;
}
