/*
 * Customer service: the person's messages, the result of the check of an order's receipt, and the operators' answers.
 * `?about=` attaches one of the member's orders to the next message. Visitors without a session have it too.
 */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { goBack, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../services/session/session.ts';
import { ChannelProvider, forgetVisitor, useVisitorSecret } from './channel.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { Guide } from './guide.tsx';
import { cx } from '@candor/ui/cx';
import { formatClock, formatDate } from '../../lib/time.ts';
import { serviceLine } from './service-line.ts';
import { useService } from './support-queries.ts';

export function ServicePage() {
  const signedIn = useSession((session) => session.token !== null);
  return signedIn ? (
    <ChannelProvider value="member">
      <MemberChat />
    </ChannelProvider>
  ) : (
    <VisitorChat />
  );
}

function MemberChat() {
  const titles = useTranslations('common.titles');
  const about = useAddress().params.get('about');
  return (
    <Page
      columns
      className="flex flex-col pb-0!"
      bar={<NavBar title={titles('service')} onBack={() => goBack(paths.home())} />}
    >
      <div className="flex flex-1 flex-col gap-6 xl:grid xl:grid-cols-[minmax(0,max(44rem,58%))_minmax(20rem,1fr)] xl:gap-8">
        <aside className="flex flex-col gap-4 xl:sticky xl:top-[calc(var(--topnav-height)+var(--nav-height)+1.5rem)] xl:order-2 xl:self-start">
          <HoursLine />
          <Guide />
        </aside>
        {/* On narrow screens the field sticks to the bottom of the whole column, also while the questions are in sight. */}
        <div className="contents xl:flex xl:min-w-0 xl:flex-1 xl:flex-col">
          <Conversation />
          <Composer key={about ?? ''} about={about} onDetach={() => replaceQuery({ about: null })} />
        </div>
      </div>
    </Page>
  );
}

/** The screens of a member have a query cache; a visitor's has its own, which ends with the screen. */
function VisitorChat() {
  const titles = useTranslations('common.titles');
  const t = useTranslations('support.visitor');
  const [cache] = useState(newCache);
  const secret = useVisitorSecret();
  return (
    <QueryClientProvider client={cache}>
      <ChannelProvider value="visitor">
        <Page
          className="flex flex-col pb-0! l:max-w-[45rem]"
          bar={
            <NavBar
              title={titles('service')}
              onBack={() => goBack(paths.login())}
              actions={
                secret !== null && (
                  <Button variant="text" size="small" onClick={forgetVisitor}>
                    {t('leave')}
                  </Button>
                )
              }
            />
          }
        >
          <div className="flex flex-1 flex-col gap-4">
            <HoursLine />
            <p className="px-1 text-caption text-text-3">{t('note')}</p>
            <Conversation key={secret} />
            <Composer about={null} onDetach={() => undefined} />
          </div>
        </Page>
      </ChannelProvider>
    </QueryClientProvider>
  );
}

function newCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: 1 } } });
}

/** As wide as any time that `whenOf` writes. */
const LONGEST_WHEN = '00-00 00:00';

/** Whether somebody is there, or how soon an answer comes. Outside the hours it says when a message will be read. */
function HoursLine() {
  const t = useTranslations('support.hours');
  const { data: service } = useService();
  const line = service === undefined ? undefined : serviceLine(service);
  return (
    <p
      role="status"
      // Of all that may stand here, its longest text takes the room, so that nothing below moves when the line comes.
      data-room={t('closed', { when: LONGEST_WHEN })}
      className="grid min-h-9 items-center rounded-control bg-surface-2 px-3 py-1 text-body-s text-text-2 *:col-start-1 *:row-start-1 before:invisible before:col-start-1 before:row-start-1 before:ps-4 before:content-[attr(data-room)]"
    >
      {line !== undefined && (
        <span className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={cx('size-2 shrink-0 rounded-full', line.isThere ? 'bg-success' : 'bg-warn')}
          />
          {line.key === 'open'
            ? t(line.key, { until: clockOf(line.until) })
            : line.key === 'closed'
              ? t(line.key, { when: whenOf(line.when) })
              : 'count' in line
                ? t(line.key, { count: line.count })
                : t(line.key)}
        </span>
      )}
    </p>
  );
}

/** In the person's own zone. */
function clockOf(moment: string): string {
  return formatClock(moment).slice(0, 5);
}

/** With its date, if that is not today. */
function whenOf(moment: string): string {
  const date = formatDate(moment);
  return date === formatDate(Date.now()) ? clockOf(moment) : `${date.slice(5)} ${clockOf(moment)}`;
}
