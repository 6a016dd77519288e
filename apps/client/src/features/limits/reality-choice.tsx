import { REALITY_CHECK_MINUTES } from '@candor/contract/limits';
import type { LimitsView } from '@candor/contract/limits';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { useChangeLimits } from './limits-queries.ts';

type Minutes = LimitsView['realityCheckMinutes'];

const CHOICES: readonly Minutes[] = [null, ...REALITY_CHECK_MINUTES];

/** After how much use the app asks whether to go on. */
export function RealityChoice({ minutes }: { minutes: Minutes }) {
  const t = useTranslations('limits.reality');
  const change = useChangeLimits();
  // The choice shows at once; a refusal takes it back.
  const shown = change.isPending ? (change.variables.body.realityCheckMinutes ?? null) : minutes;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="ps-1 text-body-s font-semibold text-text-3">{t('title')}</h2>
      <SegmentedControl
        label={t('title')}
        options={CHOICES.map((choice) => ({
          value: String(choice ?? 0),
          label: choice === null ? t('off') : t('minutes', { count: choice }),
        }))}
        value={String(shown ?? 0)}
        onChange={(value) =>
          change.mutate(
            { body: { realityCheckMinutes: CHOICES.find((choice) => String(choice ?? 0) === value) ?? null } },
            {
              onSuccess: () => showToast(t('saved'), 'success'),
              onError: () => showToast(t('failed'), 'danger'),
            },
          )
        }
      />
      <p className="ps-1 text-caption text-text-3">{t('hint')}</p>
    </section>
  );
}
