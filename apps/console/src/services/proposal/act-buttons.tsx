import { Button, Group, Kbd } from '@mantine/core';
import { useTranslations } from 'use-intl';

export type ProposalAct = 'approve' | 'reject' | 'withdraw';

const KEYS: Partial<Record<ProposalAct, string>> = { approve: 'A', reject: 'R' };

/** What this operator may do with the open proposal. It stays in sight at the foot of the panel. */
export function ActButtons({ acts, onAct }: { acts: readonly ProposalAct[]; onAct: (act: ProposalAct) => void }) {
  const t = useTranslations('terms.changes');
  if (acts.length === 0) return null;
  return (
    <div className="panel-actions">
      <Group gap="sm" justify="end">
        {acts.toReversed().map((act) => (
          <Button
            key={act}
            onClick={() => onAct(act)}
            variant={act === 'approve' ? 'filled' : 'outline'}
            color={act === 'approve' ? 'accent' : 'red.8'}
            rightSection={
              KEYS[act] === undefined ? null : (
                <Kbd size="xs" aria-hidden>
                  {KEYS[act]}
                </Kbd>
              )
            }
          >
            {t(act)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
