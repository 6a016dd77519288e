/* One entry as the bank wrote it, what it is, and what it may be. */

import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listStatementEntries, readStatementEntry } from '@candor/contract/calls/console/statements';
import type { StatementEntryView, StatementThing } from '@candor/contract/console-statements';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { Copied } from '../../services/cashier/copied.tsx';
import { PanelSection } from '../../services/cashier/panel-section.tsx';
import { MomentText } from '../../services/moments/moments.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { LoadFailed, RowsLoading } from '../../services/queue/states.tsx';
import { StatementAmount } from '../../services/cashier/statement-amount.tsx';
import type { Doing } from './doing.ts';

/** The key begins as the list's does: what makes the list old makes the open entry old. */
export function entryKey(id: string): readonly string[] {
  return ['queue', listStatementEntries.path, 'entry', id];
}

export function useEntry(id: string) {
  return useQuery({
    queryKey: entryKey(id),
    queryFn: async ({ signal }) => await call(readStatementEntry, { params: { id }, signal }),
  });
}

type EntryPanelProps = {
  readonly id: string;
  readonly accountName: string;
  readonly mayMatch: boolean;
  readonly onAct: (doing: Doing) => void;
};

export function EntryPanel({ id, accountName, mayMatch, onAct }: EntryPanelProps) {
  const t = useTranslations('statements');
  const { data: entry, error, refetch } = useEntry(id);
  if (entry === undefined)
    return error === null ? <RowsLoading /> : <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md">
      {entry.match !== null && <Matched entry={entry} />}
      {entry.state === 'open' && <Suggestions entry={entry} onMatch={mayMatch ? onAct : undefined} />}
      {mayMatch && (
        <Group gap="sm">
          {entry.state === 'open' ? (
            <Button variant="default" onClick={() => onAct({ act: 'explain', entry })}>
              {t('explain')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => onAct({ act: 'undo', entry })}>
              {t('undo')}
            </Button>
          )}
        </Group>
      )}
      <PanelSection title={t('asWritten')}>
        <Facts
          facts={[
            [t('account'), accountName],
            [t('bookedOn'), entry.bookedOn],
            [t('valuedOn'), entry.valuedOn ?? '—'],
            [t('counterparty'), wordsOr(entry.counterparty, t('erased'))],
            [t('text'), wordsOr(entry.text, t('erased'))],
            [t('bankRef'), entry.bankRef === '' ? '—' : <Copied key="ref" value={entry.bankRef} name={t('bankRef')} />],
            [t('endToEndId'), entry.endToEndId === '' ? '—' : entry.endToEndId],
            ...(entry.isReversal ? [[t('reversal'), t('reversalHint')] as const] : []),
          ]}
        />
      </PanelSection>
    </Stack>
  );
}

/** What the bank wrote; a dash where it wrote nothing, and a word where it was erased. */
function wordsOr(text: string | null, erased: string): string {
  return text === null ? erased : text === '' ? '—' : text;
}

function Matched({ entry: { match, currency } }: { entry: StatementEntryView }) {
  const t = useTranslations('statements');
  if (match === null) return null;
  const { thing, code, note, by, at } = match;
  return (
    <PanelSection title={t('is')}>
      <Facts
        facts={[
          ...(thing === null
            ? [[t('explanation'), t(`codeOf.${code ?? 'other'}`)] as const]
            : [
                [t(`kindOf.${thing.kind}`), <ThingLink key="thing" thing={thing} />] as const,
                [t('member'), thing.member.username] as const,
                [t('booked'), <StatementAmount key="amount" text={thing.amount} currency={currency} />] as const,
              ]),
          ...(note === null ? [] : [[t('note'), note] as const]),
          [
            t('by'),
            <span key="by">
              {by === null ? t('certain') : by.username} · <MomentText at={at} />
            </span>,
          ],
        ]}
      />
    </PanelSection>
  );
}

function ThingLink({ thing: { kind, id, reference } }: { thing: StatementThing }) {
  return (
    <Anchor href={hrefTo(kind === 'deposit' ? '/deposits' : '/withdrawals', { row: id })} className="figures">
      {reference}
    </Anchor>
  );
}

function Suggestions({ entry, onMatch }: { entry: StatementEntryView; onMatch: ((doing: Doing) => void) | undefined }) {
  const t = useTranslations('statements');
  return (
    <PanelSection title={t('suggestions')}>
      {entry.suggestions.length === 0 ? (
        <Text c="dimmed">{t('noSuggestion')}</Text>
      ) : (
        <Stack gap="sm" component="ul" className="statement-suggestions">
          {entry.suggestions.map(({ thing, by, days }) => (
            <li key={`${thing.kind} ${thing.id}`}>
              <div>
                <Text fw={600}>
                  {t(`kindOf.${thing.kind}`)} <ThingLink thing={thing} /> · {thing.member.username}
                </Text>
                <Text fz="sm" c="dimmed">
                  {t(`becauseOf.${by}`)} · {t('daysOff', { days })}
                </Text>
              </div>
              {onMatch !== undefined && (
                <Button size="xs" variant="light" onClick={() => onMatch({ act: 'match', entry, thing })}>
                  {t('match')}
                </Button>
              )}
            </li>
          ))}
        </Stack>
      )}
    </PanelSection>
  );
}
