import { PATHS } from '@candor/contract/routes';
import { supportView } from '@candor/contract/support';
import { useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { get } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

/** The member's newest dispute about an order, its state, and a link to it; nothing if there is none. */
export function OrderDispute({ orderId }: { orderId: string }) {
  const t = useTranslations('orders.dispute');
  const { data } = useQuery({
    queryKey: queryKeys.supportAbout(orderId),
    queryFn: ({ signal }) => get(PATHS.supportMessages, supportView, { query: { order: orderId }, signal }),
    select: (page) => page.items.find(({ author }) => author === 'member'),
  });
  if (data === undefined) return null;
  return (
    <a
      href={hrefTo(paths.service())}
      className="press tnum flex min-h-11 w-full items-center gap-1.5 text-body-s text-text-2"
    >
      <MessageSquareText aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      {t('sent', { no: data.id, state: t(data.checked ?? 'received') })}
    </a>
  );
}
