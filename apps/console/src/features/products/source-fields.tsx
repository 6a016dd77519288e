/* The exchanges of a product with their symbols, and what each answered when it was tried. */

import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { Radio } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { SourceTrialResult } from '@candor/contract/console-source-trials';
import type { OperatorProductsView } from '@candor/contract/console-products';
import { EXCHANGES } from '@candor/contract/market';
import type { Exchange, Listing } from '@candor/contract/market';
import { useMessageOf } from '../../lib/i18n.tsx';
import { answerOf } from './source-trial.ts';
import type { Tried } from './source-trial.ts';

type SourceFieldsProps = {
  readonly inputOf: (exchange: Exchange) => object;
  /** As they are typed. */
  readonly sources: Listing;
  /** As they are now: what stays needs no trial. */
  readonly had: Listing;
  readonly feed: OperatorProductsView['feed'];
  readonly trial: {
    readonly tried: Tried;
    readonly isTrying: boolean;
    readonly isUnanswered: boolean;
    readonly error: unknown;
  };
  readonly onTry: () => void;
};

export function SourceFields({ inputOf, sources, had, feed, trial, onTry }: SourceFieldsProps) {
  const t = useTranslations('products');
  const messageOf = useMessageOf();
  const { tried, isTrying, isUnanswered, error } = trial;
  const isTried = feed === 'auto' || feed === 'live';
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {EXCHANGES.map((exchange) => {
          const answer = answerOf(tried, exchange, sources[exchange]);
          return (
            <div key={exchange}>
              <TextInput
                label={t('symbolAt', { exchange: t(`exchangeOf.${exchange}`) })}
                autoCapitalize="characters"
                spellCheck={false}
                {...inputOf(exchange)}
              />
              <div aria-live="polite">
                {answer !== undefined ? (
                  <Answer exchange={exchange} answer={answer} />
                ) : (
                  isTried &&
                  sources[exchange] !== undefined &&
                  sources[exchange] !== had[exchange] && (
                    <Text fz="xs" c="dimmed" mt={4}>
                      {t(isTrying ? 'trying' : 'untried')}
                    </Text>
                  )
                )}
              </div>
            </div>
          );
        })}
      </SimpleGrid>
      {isTried ? (
        <Group gap="sm">
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Radio size={16} aria-hidden />}
            loading={isTrying}
            disabled={Object.keys(sources).length === 0}
            onClick={onTry}
          >
            {t('trySources')}
          </Button>
          <Text fz="xs" c="dimmed" className="beside">
            {t('tryHint')}
          </Text>
        </Group>
      ) : (
        <Text fz="sm" c="dimmed">
          {t(`triesNot.${feed}`)}
        </Text>
      )}
      {(isUnanswered || error !== null) && (
        <Text fz="sm" c="red.8" role="alert">
          {isUnanswered ? t('trialUnanswered') : messageOf(error)}
        </Text>
      )}
    </Stack>
  );
}

function Answer({ exchange, answer }: { exchange: Exchange; answer: SourceTrialResult }) {
  const t = useTranslations('products');
  const { outcome, price, ageMs, decimals, trades, seconds } = answer;
  const named = { exchange: t(`exchangeOf.${exchange}`) };
  const isGood = outcome === 'PRICED' || outcome === 'QUIET';
  const told = {
    PRICED: () =>
      t('trialPriced', {
        price: price ?? '',
        age: Math.round((ageMs ?? 0) / 1000),
        decimals: decimals ?? 0,
        trades,
        seconds,
      }),
    QUIET: () =>
      price === null
        ? t('trialSilent')
        : t('trialQuiet', { price, seconds, minutes: Math.max(1, Math.round((ageMs ?? 0) / 60_000)) }),
    UNKNOWN: () => t('trialUnknown', named),
    UNREACHABLE: () => t('trialUnreachable', named),
    NOT_HERE: () => t('trialNotHere'),
  }[outcome]();
  return (
    <Text
      fz="xs"
      c={`var(--candor-tone-${outcome === 'PRICED' ? 'good' : isGood ? 'warn' : 'bad'})`}
      mt={4}
      className="figures"
    >
      {told}
    </Text>
  );
}
