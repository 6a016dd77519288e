import type { ReactNode } from 'react';
import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { OperatorProject } from '@candor/contract/console-invest';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { ProjectState } from './project-state.tsx';
import { SoldBar } from './sold-bar.tsx';
import { useVersionLines } from './term-lines.ts';
import { useMomentText } from '../../services/moments/moments.tsx';
import { SidePanel } from '../../lib/side-panel.tsx';

/** A project with all its versions side by side. */
export function ProjectDrawer({
  project,
  action,
  onClose,
}: {
  project: OperatorProject | undefined;
  action: ReactNode;
  onClose: () => void;
}) {
  const language = useLanguage();
  return (
    <SidePanel
      opened={project !== undefined}
      onClose={onClose}
      itemKey={project?.id ?? ''}
      title={
        project === undefined ? null : (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {project.terms.names[language]}
            </Text>
            <ProjectState project={project} />
          </Group>
        )
      }
    >
      {project === undefined ? null : <Known project={project} action={action} />}
    </SidePanel>
  );
}

function Known({ project, action }: { project: OperatorProject; action: ReactNode }) {
  const t = useTranslations('invest');
  const may = useMay();
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('sold'), <SoldBar key="sold" project={project} />],
          [t('left'), <Amount key="left" text={project.left} />],
          [
            t('running'),
            may('invest:holding:read') ? (
              <Anchor key="running" href={hrefTo('/holdings', { projectId: project.id, status: 'running' })}>
                {project.holdings}
              </Anchor>
            ) : (
              project.holdings
            ),
          ],
        ]}
      />
      <Versions project={project} />
      <Group justify="space-between">
        <Text c="dimmed">{t('keepTerms')}</Text>
        {action}
      </Group>
    </Stack>
  );
}

function Versions({ project: { version: current, versions } }: { project: OperatorProject }) {
  const momentText = useMomentText();
  const t = useTranslations('invest');
  const linesOf = useVersionLines();
  const columns = versions.map(({ terms }) => linesOf(terms));
  const names = columns[0]?.map(([name]) => name) ?? [];
  return (
    <div className="table-scroll">
      <Table verticalSpacing={6} horizontalSpacing="xs" aria-label={t('versions')} className="versions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="frozen">{t('versions')}</Table.Th>
            {versions.map(({ version, publishedAt }) => (
              <Table.Th key={version} scope="col">
                {version === current ? t('versionNow', { version }) : t('version', { version })}
                <Text fz="xs" c="dimmed" className="unbroken">
                  {momentText(publishedAt)}
                </Text>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name, line) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" className="frozen">
                {name}
              </Table.Th>
              {columns.map((column, index) => {
                const value = column[line]?.[1] ?? '—';
                const older = columns[index + 1]?.[line]?.[1];
                const isChanged = older !== undefined && older !== value;
                return (
                  <Table.Td key={versions[index]?.version} {...(isChanged ? { 'data-changed': true } : {})}>
                    {value}
                    {isChanged && <span className="visually-hidden"> ({t('changedHere')})</span>}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
