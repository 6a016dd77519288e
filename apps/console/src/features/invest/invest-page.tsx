/* What members can invest in, and what their savings earn. Changes are proposed here and decided by another operator. */

import { useState } from 'react';
import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OperatorInvestView, OperatorProject, InvestChangeView } from '@candor/contract/console-invest';
import { formatPercent } from '@candor/ui/figures';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading, PlainState } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { ProjectForm } from './project-form.tsx';
import { ProjectDrawer } from './project-drawer.tsx';
import { ProjectState } from './project-state.tsx';
import { RateForm } from './rate-form.tsx';
import { rateLines } from './savings-rates.ts';
import { SoldBar } from './sold-bar.tsx';
import { useInvest, useOpenChanges, useToday } from './use-invest.ts';
import { PageHead } from '../../services/queue/page-head.tsx';
import { TableFrame } from '../../lib/table-frame.tsx';

type Editing = { kind: 'project'; project: OperatorProject | null } | { kind: 'rate' } | null;

export function InvestPage() {
  const t = useTranslations('invest');
  const may = useMay();
  const { params } = useAddress();
  const invest = useInvest();
  const open = useOpenChanges();
  const [editing, setEditing] = useState<Editing>(null);
  if (invest.data === undefined)
    return invest.error === null ? (
      <PageLoading title={t('title')} />
    ) : (
      <LoadFailed error={invest.error} onRetry={() => void invest.refetch()} />
    );
  const { projects, savings } = invest.data;
  const mayMake = may('invest:project:make');
  const shown = projects.find(({ id }) => id === params.get('project'));
  const close = () => setEditing(null);
  const changeOf = (project: OperatorProject) => (
    <ChangeLink
      open={open.find(({ projectId }) => projectId === project.id)}
      mayMake={mayMake}
      project={project}
      onChange={() => setEditing({ kind: 'project', project })}
    />
  );
  return (
    <Stack gap="md">
      <PageHead title={t('title')} hint={t('hint')} />
      <SectionCard
        title={t('projects')}
        action={
          mayMake && (
            <Button
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => setEditing({ kind: 'project', project: null })}
            >
              {t('newProject')}
            </Button>
          )
        }
      >
        <Projects projects={projects} changeOf={changeOf} />
      </SectionCard>
      <SectionCard
        title={t('savings')}
        action={
          mayMake && (
            <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEditing({ kind: 'rate' })}>
              {t('newRate')}
            </Button>
          )
        }
      >
        <Savings savings={savings} open={open.filter(({ kind }) => kind === 'savingsRate')} />
      </SectionCard>
      <ProjectDrawer
        project={shown}
        action={shown === undefined ? null : changeOf(shown)}
        onClose={() => replaceQuery({ project: null })}
      />
      {editing?.kind === 'project' && (
        <ProjectForm
          project={editing.project}
          newest={projects.find(({ id }) => id === editing.project?.id)?.version ?? 0}
          onClose={close}
        />
      )}
      {editing?.kind === 'rate' && <RateForm savings={savings} onClose={close} />}
    </Stack>
  );
}

function Projects({
  projects,
  changeOf,
}: {
  projects: readonly OperatorProject[];
  changeOf: (project: OperatorProject) => React.ReactNode;
}) {
  const t = useTranslations('invest');
  const language = useLanguage();
  if (projects.length === 0) return <PlainState title={t('none')}>{t('noneHint')}</PlainState>;
  return (
    <TableFrame>
      <Table aria-label={t('projects')} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="frozen">{t('project')}</Table.Th>
            <Table.Th>{t('state')}</Table.Th>
            <Table.Th className="number">{t('field.annualRate')}</Table.Th>
            <Table.Th className="number">{t('perMember')}</Table.Th>
            <Table.Th className="number">{t('sold')}</Table.Th>
            <Table.Th className="number">{t('running')}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {projects.map((project) => {
            const { id, terms, version, holdings } = project;
            return (
              <Table.Tr key={id} onClick={() => replaceQuery({ project: id })}>
                <Table.Td className="frozen">
                  <Anchor
                    href={hrefTo('/invest', { project: id })}
                    fw={600}
                    className="unbroken"
                    onClick={(event) => event.stopPropagation()}
                  >
                    {terms.names[language]}
                  </Anchor>
                  <Text fz="xs" c="dimmed" className="unbroken">
                    {t('versionOfDays', { version, count: terms.termDays })}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <ProjectState project={project} />
                </Table.Td>
                <Table.Td className="number">{formatPercent(terms.annualRate)}</Table.Td>
                <Table.Td className="number">
                  <Amount text={terms.min} /> – <Amount text={terms.max} />
                </Table.Td>
                <Table.Td className="number">
                  <SoldBar project={project} />
                </Table.Td>
                <Table.Td className="number">{holdings}</Table.Td>
                <Table.Td className="number" onClick={(event) => event.stopPropagation()}>
                  {changeOf(project)}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </TableFrame>
  );
}

/** The way to change terms; while a proposal waits, the way to it. */
function ChangeLink({
  open,
  mayMake,
  project,
  onChange,
}: {
  open: InvestChangeView | undefined;
  mayMake: boolean;
  project: OperatorProject;
  onChange: () => void;
}) {
  const t = useTranslations('invest');
  const terms = useTranslations('terms');
  const waits = useTranslations('proposals')('waits');
  const language = useLanguage();
  if (open !== undefined)
    return (
      <Anchor href={hrefTo('/invest-changes', { row: open.id })} className="unbroken">
        {waits}
      </Anchor>
    );
  if (!mayMake) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('changeTitle', { name: project.terms.names[language] })}
      onClick={onChange}
    >
      {terms('edit')}
    </Button>
  );
}

const STANDING_TONES = { coming: 'wait', now: 'good', past: 'quiet' } as const;

function Savings({ savings, open }: { savings: OperatorInvestView['savings']; open: readonly InvestChangeView[] }) {
  const t = useTranslations('invest');
  const waits = useTranslations('proposals')('waits');
  const today = useToday();
  return (
    <>
      <Group gap="xl" px="md" py="sm">
        <Text>
          <Text span c="dimmed">
            {t('savingsBalance')}
          </Text>{' '}
          <Text span fw={600}>
            <Amount text={savings.balance} />
          </Text>
        </Text>
        <Text c="dimmed">{t('savers', { count: savings.members })}</Text>
        {open.map(({ id, rate }) => (
          <Anchor key={id} href={hrefTo('/invest-changes', { row: id })} className="unbroken">
            {rate === null ? null : `${formatPercent(rate.annualRate)} · `}
            {waits}
          </Anchor>
        ))}
      </Group>
      {savings.rates.length === 0 ? (
        <PlainState title={t('noRates')} />
      ) : (
        <TableFrame>
          <Table aria-label={t('savings')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('from')}</Table.Th>
                <Table.Th>{t('until')}</Table.Th>
                <Table.Th className="number">{t('field.annualRate')}</Table.Th>
                <Table.Th w="50%">{t('state')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rateLines(savings.rates, today).map(({ from, until, annualRate, standing }) => (
                <Table.Tr key={from} style={{ cursor: 'default' }}>
                  <Table.Td>{from}</Table.Td>
                  <Table.Td>{until ?? '—'}</Table.Td>
                  <Table.Td className="number">{formatPercent(annualRate)}</Table.Td>
                  <Table.Td>
                    <StatusBadge tone={STANDING_TONES[standing]}>{t(`standingOf.${standing}`)}</StatusBadge>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableFrame>
      )}
    </>
  );
}
