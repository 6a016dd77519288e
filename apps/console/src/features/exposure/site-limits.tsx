/* What the whole site may lose: two numbers that the products share out among them. Two operators change them. */

import { useState } from 'react';
import { Anchor, Button, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { proposeSiteChange, readSiteSettings } from '@candor/contract/calls/console/site';
import type { SiteChangeBody, SiteSettingsView } from '@candor/contract/console-site';
import type { ExposureView } from '@candor/contract/console-exposure';
import { hrefTo } from '../../lib/location.ts';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { useTypedAmount } from '../../services/amount/use-typed-amount.ts';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { SITE_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';

export function SiteLimits({ site }: Pick<ExposureView, 'site'>) {
  const t = useTranslations('exposure');
  const waits = useTranslations('proposals')('waits');
  const may = useMay();
  const mayRead = may('site:settings:read');
  const [isEditing, setEditing] = useState(false);
  const settings = useQuery({
    queryKey: ['site'],
    queryFn: async ({ signal }) => await call(readSiteSettings, { signal }),
    enabled: mayRead,
  });
  const open = settings.data?.limits.open ?? null;
  const said = (cap: string | null, shared: string | null) =>
    cap === null ? (
      <Text span c="dimmed">
        {t('noLimit')}
      </Text>
    ) : (
      <>
        <Amount text={cap} />{' '}
        {shared !== null && (
          <Text span fz="xs" c="dimmed">
            {t.rich('shared', { amount: () => <Amount text={shared} /> })}
          </Text>
        )}
      </>
    );
  return (
    <SectionCard
      title={t('siteLimits')}
      action={
        open !== null ? (
          <Anchor href={hrefTo('/site-changes', { row: open })} className="unbroken">
            {waits}
          </Anchor>
        ) : (
          may('site:settings:write') &&
          settings.data !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('editSiteLimits')}
              onClick={() => setEditing(true)}
            >
              {t('edit')}
            </Button>
          )
        )
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" p="md">
        <Facts
          facts={[
            [t('siteOpen'), said(site.cap, site.limit)],
            [t('siteDay'), said(site.dayCap, site.dayLimit)],
          ]}
        />
        <Text fz="sm" c="dimmed">
          {t('siteLimitsHint')}
        </Text>
      </SimpleGrid>
      {isEditing && settings.data !== undefined && (
        <SiteLimitsForm site={settings.data} onClose={() => setEditing(false)} />
      )}
    </SectionCard>
  );
}

function SiteLimitsForm({ site, onClose }: { site: SiteSettingsView; onClose: () => void }) {
  const t = useTranslations('exposure');
  const texts = useTranslations('site');
  const typed = useTypedAmount();
  const isAlone = !site.opening.value.open;
  const { version, value } = site.limits;
  const amountOf = (text: string) => (text.trim() === '' ? null : typed.plain(text));
  const proposal = useProposalForm({
    kind: SITE_CHANGES,
    operation: proposeSiteChange,
    ...(isAlone ? { done: texts('done') } : {}),
    initial: { open: value.open ?? '', day: value.day ?? '', reason: '' },
    problemsOf: ({ open, day }) => ({
      open: open.trim() === '' ? null : typed.problem(open),
      day: day.trim() === '' ? null : typed.problem(day),
    }),
    bodyOf: ({ open, day, reason }): SiteChangeBody => ({
      part: 'limits',
      base: version,
      value: { open: amountOf(open), day: amountOf(day) },
      reason,
    }),
    onClose,
  });
  const { getInputProps } = proposal.form;
  return (
    <ProposalDialog
      title={t('editSiteLimits')}
      proposal={proposal}
      effect={isAlone ? texts('alone') : texts('effect.limits')}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <AmountInput
          label={t('siteOpen')}
          description={t('siteOpenHint')}
          amountStyle={typed.style}
          {...getInputProps('open')}
        />
        <AmountInput
          label={t('siteDay')}
          description={t('siteDayHint')}
          amountStyle={typed.style}
          {...getInputProps('day')}
        />
      </SimpleGrid>
    </ProposalDialog>
  );
}
