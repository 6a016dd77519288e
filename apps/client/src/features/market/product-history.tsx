/* What operators changed about a product: its terms, version by version, and when new orders were stopped. Read once a member asks for it. */

import { useQuery } from '@tanstack/react-query';
import { Disclosure } from '@candor/ui/disclosure.tsx';
import { useTranslations } from 'use-intl';
import { listStops, listTerms } from '@candor/contract/calls/market';
import { stopText } from '@candor/contract/stop-texts';
import { termsDifferences } from '@candor/domain/trading/terms-draft';
import type { TermsDifference } from '@candor/domain/trading/terms-draft';
import * as z from 'zod/mini';
import { useDurationText } from '../../lib/duration.ts';
import { formatMoney, formatRate } from '../../lib/format.ts';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { formatDateTime } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useSite } from '../../services/session/site.ts';

export function StopHistory({ code }: { code: string }) {
  const t = useTranslations('market.stops');
  return (
    <Disclosure label={t('show')} isLate className="mt-2">
      <Stops code={code} />
    </Disclosure>
  );
}

export function TermsHistory({ code }: { code: string }) {
  const t = useTranslations('market.terms');
  return (
    <Disclosure label={t('show')} isLate className="mt-2">
      <TermsVersions code={code} />
    </Disclosure>
  );
}

export function Stops({ code }: { code: string }) {
  const t = useTranslations('market.stops');
  const say = useErrorText();
  const stops = useQuery({
    queryKey: queryKeys.stops(code),
    queryFn: async ({ signal }) => await call(listStops, { params: { code }, signal }),
  });
  if (stops.data === undefined) return <Unread error={stops.error} />;
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

function Unread({ error }: { error: Error | null }) {
  const t = useTranslations('market.stops');
  const language = useLanguage();
  return error === null ? (
    <p className="text-text-3">{t('loading')}</p>
  ) : (
    <p className="text-danger">{messageOf(error, language)}</p>
  );
}

/** What is read of the document of a version. */
const termsDocument = z.object({
  durations: z.array(
    z.object({ seconds: z.number(), payoutRate: z.string(), minStake: z.string(), maxStake: z.string() }),
  ),
  feeRate: z.string(),
  entryDelaySec: z._default(z.number(), 0),
  lossLimits: z.optional(z.object({ second: z.string(), product: z.string(), day: z.string() })),
});

export function TermsVersions({ code }: { code: string }) {
  const t = useTranslations('market.terms');
  const differenceText = useDifferenceText();
  const terms = useQuery({
    queryKey: queryKeys.terms(code),
    queryFn: async ({ signal }) => await call(listTerms, { params: { code }, signal }),
  });
  if (terms.data === undefined) return <Unread error={terms.error} />;
  const versions = terms.data.map(({ document, ...version }) => ({
    ...version,
    terms: termsDocument.parse(JSON.parse(document)),
  }));
  return (
    <ol className="flex flex-col">
      {versions.map(({ version, publishedAt, terms: current }, index) => {
        const before = versions[index + 1]?.terms;
        const differences = before === undefined ? [] : termsDifferences(before, current);
        return (
          <li key={version} className="hairline-b py-2 last:border-b-0">
            <p className="tnum font-bold">
              {t('version', { version })}{' '}
              <span className="text-caption font-normal text-text-3">{formatDateTime(publishedAt)}</span>
            </p>
            {differences.map((one) => (
              <p key={`${one.what}${one.seconds}`} className="tnum mt-1 text-text-2">
                {differenceText(one)}
              </p>
            ))}
            {differences.length === 0 && (
              <p className="mt-1 text-text-2">{t(before === undefined ? 'first' : 'same')}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** "Payout rate of 60 s: 85% → 82%". */
function useDifferenceText(): (difference: TermsDifference) => string {
  const t = useTranslations('market.terms');
  const durationText = useDurationText();
  const { currency } = useSite();
  return ({ what, seconds, before, after }) => {
    const side = (text: string | null): string => {
      if (text === null) return t('notOffered');
      if (what === 'entryDelaySec') return durationText(Number(text));
      return what === 'payoutRate' || what === 'feeRate'
        ? formatRate(text)
        : formatMoney(text, { symbol: currency.symbol });
    };
    const name = t(`of.${what}`, { length: seconds === null ? '' : durationText(seconds) });
    return `${name}: ${side(before)} → ${side(after)}`;
  };
}
