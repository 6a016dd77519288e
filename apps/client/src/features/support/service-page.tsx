/*
 * Customer service: the member's messages, the result of the check of an order's receipt, and the operators' answers.
 * `?about=` attaches one of the member's orders to the next message.
 */

import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { goBack, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { Guide } from './guide.tsx';

export function ServicePage() {
  const titles = useTranslations('common.titles');
  const about = useAddress().params.get('about');
  return (
    <Page
      className="flex flex-col pb-0! l:max-w-[45rem] xl:max-w-[64rem]"
      bar={<NavBar title={titles('service')} onBack={() => goBack(paths.home())} />}
    >
      <div className="flex flex-1 flex-col gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-10">
        <aside className="xl:sticky xl:top-[calc(var(--topnav-height)+var(--nav-height)+1.5rem)] xl:order-2 xl:self-start">
          <Guide />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <Conversation />
          <Composer key={about ?? ''} about={about} onDetach={() => replaceQuery({ about: null })} />
        </div>
      </div>
    </Page>
  );
}
