/* What the site is and says: its look, who it is, who may join, when it rests. A new site is set up here. */

import { useState } from 'react';
import { Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readSiteSettings } from '@candor/contract/calls/console/site';
import type { SitePartName, SiteSettingsView } from '@candor/contract/console-site';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import type { TermLine } from '../../services/proposal/compared-lines.ts';
import { Facts } from '../../services/queue/facts.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading } from '../../services/queue/states.tsx';
import { SetUpList } from './set-up-list.tsx';
import { AccessForm, BasisForm, IdentityForm, LookForm, MaintenanceForm, OpeningForm } from './site-forms.tsx';
import { useSiteLines } from './site-lines.ts';
import { SitePreview } from './site-preview.tsx';

const EVERY_MS = 5_000;

/** What is changed on another page has no form here. */
const FORMS = {
  look: LookForm,
  identity: IdentityForm,
  access: AccessForm,
  maintenance: MaintenanceForm,
  basis: BasisForm,
  opening: OpeningForm,
} as const;

export function SitePage() {
  const t = useTranslations('site');
  const mayWrite = useMay()('site:settings:write');
  const lines = useSiteLines();
  const [editing, setEditing] = useState<SitePartName | null>(null);
  const settings = useQuery({
    queryKey: ['site'],
    queryFn: async ({ signal }) => await call(readSiteSettings, { signal }),
    refetchInterval: EVERY_MS,
  });
  if (settings.data === undefined)
    return settings.error === null ? (
      <PageLoading title={t('title')} />
    ) : (
      <LoadFailed error={settings.error} onRetry={() => void settings.refetch()} />
    );
  const site = settings.data;
  const Form = editing === null || editing === 'limits' ? null : FORMS[editing];
  const part = (name: SitePartName, said: readonly TermLine[]) => (
    <Part site={site} name={name} lines={said} mayWrite={mayWrite} onEdit={() => setEditing(name)} />
  );
  return (
    <Stack gap="lg">
      <PageHead title={t('title')} hint={t('hint')} />
      {!site.opening.value.open && <SetUpList site={site} mayWrite={mayWrite} onEdit={setEditing} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          {part('identity', lines.identity(site.identity.value))}
          {part('basis', lines.basis(site.basis.value))}
          <SectionCard title={t('part.limits')} action={<Anchor href={hrefTo('/exposure')}>{t('go')}</Anchor>}>
            <Stack p="md" gap="sm">
              <Facts facts={lines.limits(site.limits.value)} />
            </Stack>
          </SectionCard>
          <SectionCard title={t('rewards')} action={<Anchor href={hrefTo('/terms')}>{t('go')}</Anchor>}>
            <Text p="md" c="dimmed">
              {t('rewardsHint')}
            </Text>
          </SectionCard>
        </Stack>
        <Stack gap="lg">
          {part('look', lines.look(site.look.value))}
          {part('access', lines.access(site.access.value))}
          {part('maintenance', lines.maintenance(site.maintenance.value))}
        </Stack>
      </SimpleGrid>
      {Form !== null && <Form site={site} onClose={() => setEditing(null)} />}
    </Stack>
  );
}

function Part({
  site,
  name,
  lines,
  mayWrite,
  onEdit,
}: {
  site: SiteSettingsView;
  name: SitePartName;
  lines: readonly TermLine[];
  mayWrite: boolean;
  onEdit: () => void;
}) {
  const t = useTranslations('site');
  const waits = useTranslations('proposals')('waits');
  const { open, version } = site[name];
  const isFixed = name === 'basis' && !site.basisFree;
  return (
    <SectionCard
      title={t(`part.${name}`)}
      action={
        open !== null ? (
          <Anchor href={hrefTo('/site-changes', { row: open })} className="unbroken">
            {waits}
          </Anchor>
        ) : (
          mayWrite &&
          !isFixed && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('editTitle', { part: t(`part.${name}`) })}
              onClick={onEdit}
            >
              {t('edit')}
            </Button>
          )
        )
      }
    >
      <Stack p="md" gap="sm">
        <Facts facts={lines} />
        {name === 'look' && (
          <SitePreview name={site.identity.value.name} logo={site.look.value.logo} primary={site.look.value.primary} />
        )}
        <Text fz="xs" c="dimmed">
          {isFixed ? t('fixed') : version === 0 ? t('never') : t('version', { version })}
        </Text>
      </Stack>
    </SectionCard>
  );
}
