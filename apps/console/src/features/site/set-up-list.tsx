import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { SitePartName, SiteSettingsView } from '@candor/contract/console-site';
import { hrefTo } from '../../lib/location.ts';
import { SectionCard } from '../../services/queue/section-card.tsx';

type Step = 'basis' | 'identity' | 'look' | 'access' | 'channels' | 'products' | 'operators';

const OPERATORS_MIN = 2;
const PAGES: Partial<Record<Step, string>> = { channels: '/terms', products: '/products', operators: '/staff' };

/** What a new site needs before it opens: what is there, and the way to what is not. */
export function SetUpList({
  site,
  mayWrite,
  onEdit,
}: {
  site: SiteSettingsView;
  mayWrite: boolean;
  onEdit: (part: SitePartName) => void;
}) {
  const t = useTranslations('site');
  const { channels, products, operators } = site.checklist;
  const steps: readonly (readonly [step: Step, isDone: boolean])[] = [
    ['basis', !site.basisFree],
    ['identity', site.identity.version > 0],
    ['look', site.look.version > 0],
    ['access', site.access.version > 0],
    ['channels', !site.basisFree && channels > 0],
    ['products', !site.basisFree && products > 0],
    ['operators', operators >= OPERATORS_MIN],
  ];
  const done = steps.filter(([, isDone]) => isDone).length;
  return (
    <SectionCard
      title={t('setUp')}
      action={
        mayWrite && (
          <Button disabled={done < steps.length} onClick={() => onEdit('opening')}>
            {t('open')}
          </Button>
        )
      }
    >
      <Stack p="md" gap="sm">
        <Text c="dimmed">{t('setUpHint')}</Text>
        <Group gap="sm" wrap="nowrap">
          <Progress value={(done / steps.length) * 100} style={{ flex: 1 }} aria-label={t('setUp')} />
          <Text className="figures unbroken">{t('progress', { done, all: steps.length })}</Text>
        </Group>
        {!site.basisFree && (channels === 0 || products === 0) && <Text role="status">{t('preparing')}</Text>}
        <Stack component="ol" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
          {steps.map(([step, isDone]) => (
            <Group component="li" key={step} gap="sm" wrap="nowrap" mih={36}>
              {isDone ? (
                <CircleCheck size={18} aria-label={t('stepDone')} color="var(--mantine-color-teal-6)" />
              ) : (
                <CircleDashed size={18} aria-label={t('stepOpen')} color="var(--mantine-color-dimmed)" />
              )}
              <div style={{ flex: 1 }}>
                <Text fw={500}>{t(`step.${step}`)}</Text>
                <Text fz="xs" c="dimmed">
                  {t.rich(`stepHint.${step}`, { code: (text) => <code>{text}</code> })}
                </Text>
              </div>
              <StepWay step={step} isDone={isDone} mayWrite={mayWrite} onEdit={onEdit} />
            </Group>
          ))}
        </Stack>
      </Stack>
    </SectionCard>
  );
}

function StepWay({
  step,
  isDone,
  mayWrite,
  onEdit,
}: {
  step: Step;
  isDone: boolean;
  mayWrite: boolean;
  onEdit: (part: SitePartName) => void;
}) {
  const t = useTranslations('site');
  const page = PAGES[step];
  if (page !== undefined)
    return (
      <Anchor href={hrefTo(page)} aria-label={t('goTo', { step: t(`step.${step}`) })}>
        {t('go')}
      </Anchor>
    );
  // Chosen once.
  if (!mayWrite || (step === 'basis' && isDone)) return null;
  if (step === 'channels' || step === 'products' || step === 'operators') return null;
  return (
    <Button
      size="compact-sm"
      variant={isDone ? 'default' : 'light'}
      aria-label={t(isDone ? 'editTitle' : 'setTitle', { part: t(`step.${step}`) })}
      onClick={() => onEdit(step)}
    >
      {t(isDone ? 'edit' : 'set')}
    </Button>
  );
}
