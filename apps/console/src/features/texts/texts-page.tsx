/* The site's own texts: what holds now, every version of it, and the way to the next one. */

import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo, navigate, replaceQuery, useAddress } from '../../lib/location.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading, PlainState } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { keptDraft } from './text-draft.ts';
import { TextEditor } from './text-editor.tsx';
import { TextVersions } from './text-versions.tsx';
import { useTexts } from './use-texts.ts';
import type { OperatorText } from './use-texts.ts';
import { useMomentText } from '../../services/moments/moments.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { TableFrame } from '../../lib/table-frame.tsx';

const PATH = '/texts';
/** Words of the address: the text that is written, and the one whose versions are read. */
const [WRITE, READ] = ['write', 'text'];

export function TextsPage() {
  const t = useTranslations('texts');
  const mayWrite = useMay()('site:text:write');
  const { params } = useAddress();
  const texts = useTexts();
  // What was read last stays while the console is away: a half-written text must not vanish.
  if (texts.data === undefined)
    return texts.error === null ? (
      <PageLoading title={t('pageTitle')} />
    ) : (
      <LoadFailed error={texts.error} onRetry={() => void texts.refetch()} />
    );
  const { items } = texts.data;
  const written = mayWrite ? items.find(({ slug }) => slug === params.get(WRITE)) : undefined;
  if (written !== undefined) return <TextEditor key={written.slug} text={written} onClose={() => navigate(PATH)} />;
  return (
    <Stack gap="md">
      <PageHead title={t('pageTitle')} hint={t('hint')} />
      <SectionCard title={t('current')}>
        {items.length === 0 ? (
          <PlainState title={t('none')}>{t('noneHint')}</PlainState>
        ) : (
          <Texts items={items} mayWrite={mayWrite} />
        )}
      </SectionCard>
      <TextVersions
        text={items.find(({ slug }) => slug === params.get(READ))}
        onClose={() => replaceQuery({ [READ]: null, version: null })}
      />
    </Stack>
  );
}

function Texts({ items, mayWrite }: { items: readonly OperatorText[]; mayWrite: boolean }) {
  const momentText = useMomentText();
  const t = useTranslations('texts');
  const language = useLanguage();
  return (
    <TableFrame>
      <Table aria-label={t('current')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="frozen">{t('text')}</Table.Th>
            <Table.Th>{t('publishes')}</Table.Th>
            <Table.Th>{t('versionName')}</Table.Th>
            <Table.Th>{t('publishedAt')}</Table.Th>
            <Table.Th>{t('source')}</Table.Th>
            <Table.Th>{t('state')}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((text) => (
            <Table.Tr key={text.slug} style={{ cursor: 'default' }}>
              <Table.Td className="frozen">
                <Text fw={600} className="unbroken">
                  {t(`nameOf.${text.slug}`)}
                </Text>
                <Text fz="xs" c="dimmed" truncate maw={200} title={text.texts[language].title}>
                  {text.texts[language].title}
                </Text>
              </Table.Td>
              <Table.Td className="unbroken">{t(text.isLegal ? 'byTwo' : 'byOne')}</Table.Td>
              <Table.Td className="unbroken">
                <Anchor
                  href={hrefTo(PATH, { text: text.slug })}
                  aria-label={`${t('version', { version: text.version })} · ${t(`nameOf.${text.slug}`)}`}
                >
                  {t('version', { version: text.version })}
                </Anchor>
              </Table.Td>
              <Table.Td className="unbroken">{momentText(text.publishedAt)}</Table.Td>
              <Table.Td className="unbroken">
                {text.shipped === null ? t('operators') : t('release', { shipped: text.shipped })}
              </Table.Td>
              <Table.Td className="unbroken">
                <State text={text} />
              </Table.Td>
              <Table.Td className="number">{mayWrite && <Edit text={text} />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  );
}

function State({ text: { open, newer } }: { text: OperatorText }) {
  const t = useTranslations('texts');
  const waits = useTranslations('proposals')('waits');
  if (open !== null) return <Anchor href={hrefTo('/text-changes', { row: open })}>{waits}</Anchor>;
  return newer === null ? '—' : <StatusBadge tone="wait">{t('newerBadge', { shipped: newer.shipped })}</StatusBadge>;
}

/** The way to the next version. While a proposal waits, only a draft that was begun can be looked at. */
function Edit({ text: { slug, open } }: { text: OperatorText }) {
  const t = useTranslations('texts');
  const { id } = useOperator();
  const hasDraft = keptDraft(id, slug) !== undefined;
  if (open !== null && !hasDraft) return null;
  const name = t(`nameOf.${slug}`);
  return (
    <Group gap="xs" justify="end" wrap="nowrap">
      <Button
        component="a"
        href={hrefTo(PATH, { write: slug })}
        size="compact-sm"
        variant="default"
        aria-label={`${t(hasDraft ? 'goOn' : 'edit')} · ${name}`}
      >
        {t(hasDraft ? 'goOn' : 'edit')}
      </Button>
    </Group>
  );
}
