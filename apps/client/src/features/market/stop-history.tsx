/* When operators stopped new orders of the product, and why: read once a member asks for it. */

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listStops } from '@candor/contract/calls/market';
import { useErrorText } from '../../lib/i18n.tsx';
import { stopText } from '@candor/contract/stop-texts';
import { useLanguage } from '../../lib/language.ts';
import { formatDateTime } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

export function StopHistory({ code }: { code: string }) {
  const t = useTranslations('market.stops');
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-2 text-body-s" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center font-bold text-link">{t('show')}</summary>
      {open && <Stops code={code} />}
    </details>
  );
}

function Stops({ code }: { code: string }) {
  const t = useTranslations('market.stops');
  const say = useErrorText();
  const language = useLanguage();
  const stops = useQuery({
    queryKey: queryKeys.stops(code),
    queryFn: async ({ signal }) => await call(listStops, { params: { code }, signal }),
  });
  if (stops.error !== null) return <p className="text-danger">{messageOf(stops.error, language)}</p>;
  if (stops.data === undefined) return <p className="text-text-3">{t('loading')}</p>;
  if (stops.data.length === 0) return <p className="text-text-2">{t('none')}</p>;
  return (
    <ul className="flex flex-col">
      {stops.data.map(({ scope, reason, from, until }) => (
        <li key={`${from}${scope}`} className="hairline-b py-2 last:border-b-0">
          <p>{say(stopText(reason))}</p>
          <p className="tnum mt-1 text-caption text-text-3">
            {t(`scope.${scope}`)} · {formatDateTime(from)} –{' '}
            {until === null ? <span className="text-danger">{t('holds')}</span> : formatDateTime(until)}
          </p>
        </li>
      ))}
    </ul>
  );
}
