import { useState } from 'react';
import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listTextVersions } from '@candor/contract/calls/console/texts';
import type { OperatorTextVersion } from '@candor/contract/console-texts';
import type { Language } from '@candor/contract/languages';
import { useLanguage } from '../../lib/language.ts';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { LoadFailed, FactsLoading } from '../../services/queue/states.tsx';
import { LanguageTabs } from '../../services/form/language-tabs.tsx';
import { TextReading } from './text-reading.tsx';
import type { ReadingView } from './text-reading.tsx';
import { VERSIONS_KEY } from './use-texts.ts';
import type { OperatorText } from './use-texts.ts';
import { useMomentText } from '../../services/moments/moments.tsx';
import { SidePanel } from '../../lib/side-panel.tsx';
import { TableFrame } from '../../lib/table-frame.tsx';

/** Every version of a text, newest first, each to be read and compared with the one before it. */
export function TextVersions({ text, onClose }: { text: OperatorText | undefined; onClose: () => void }) {
  const t = useTranslations('texts');
  return (
    <SidePanel
      opened={text !== undefined}
      onClose={onClose}
      title={
        text === undefined ? null : (
          <Text fw={650} fz="lg">
            {t('versionsOf', { name: t(`nameOf.${text.slug}`) })}
          </Text>
        )
      }
    >
      {text === undefined ? null : <Versions text={text} />}
    </SidePanel>
  );
}

function Versions({ text: { slug } }: { text: OperatorText }) {
  const common = useTranslations('common');
  const { params } = useAddress();
  const versions = useInfiniteQuery({
    queryKey: [...VERSIONS_KEY, slug],
    queryFn: async ({ pageParam, signal }) =>
      await call(listTextVersions, { params: { slug }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  if (versions.data === undefined)
    return versions.error === null ? (
      <FactsLoading />
    ) : (
      <LoadFailed error={versions.error} onRetry={() => void versions.refetch()} />
    );
  const items = versions.data.pages.flatMap((page) => page.items);
  const at = Math.max(
    items.findIndex(({ version }) => String(version) === params.get('version')),
    0,
  );
  const [chosen, before] = [items[at], items[at + 1]];
  return (
    <Stack gap="lg">
      <VersionTable items={items} chosen={chosen?.version} />
      {versions.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          {common('more')}
        </Button>
      )}
      {chosen !== undefined && <Reading key={chosen.version} version={chosen} before={before} />}
    </Stack>
  );
}

function VersionTable({ items, chosen }: { items: readonly OperatorTextVersion[]; chosen: number | undefined }) {
  const momentText = useMomentText();
  const t = useTranslations('texts');
  return (
    <TableFrame>
      <Table verticalSpacing={6} horizontalSpacing="xs" aria-label={t('versions')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('versionName')}</Table.Th>
            <Table.Th>{t('publishedAt')}</Table.Th>
            <Table.Th>{t('source')}</Table.Th>
            <Table.Th className="number">{t('accepted')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ version, publishedAt, shipped, maker, checker, accepted }) => (
            <Table.Tr
              key={version}
              style={{ cursor: 'default' }}
              {...(version === chosen ? { 'data-selected': true } : {})}
            >
              <Table.Td className="unbroken">
                <Anchor
                  component="button"
                  type="button"
                  fw={600}
                  aria-pressed={version === chosen}
                  onClick={() => replaceQuery({ version: String(version) })}
                >
                  {t('version', { version })}
                </Anchor>
              </Table.Td>
              <Table.Td className="unbroken">{momentText(publishedAt)}</Table.Td>
              <Table.Td>
                {shipped === null
                  ? checker === null || checker === maker
                    ? (maker ?? t('operators'))
                    : t('makerAndChecker', { maker: maker ?? '—', checker })
                  : t('release', { shipped })}
              </Table.Td>
              <Table.Td className="number">{accepted}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  );
}

function Reading({ version, before }: { version: OperatorTextVersion; before: OperatorTextVersion | undefined }) {
  const t = useTranslations('texts');
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [view, setView] = useState<ReadingView>('whole');
  return (
    <LanguageTabs value={language} onChange={setLanguage}>
      <TextReading
        text={version.texts[language]}
        before={before?.texts[language]}
        language={language}
        view={view}
        onView={setView}
        against={t('against', { version: before?.version ?? 0 })}
      />
    </LanguageTabs>
  );
}
