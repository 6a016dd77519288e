/* That no money may leave to a member now: unmissable in the row, the panel and the dialog. */

import { Text } from '@mantine/core';
import { Ban, Snowflake, Timer, Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { StatusBadge } from '../queue/status-badge.tsx';
import { useMomentText } from '../moments/moments.tsx';
import { LoudNotice } from './loud-notice.tsx';

type Block = NonNullable<OperatorWithdrawal['block']>;

const ICONS = { frozen: Snowflake, forbidden: Ban, paused: Timer, shared: Users } as const;

/** Beside the member's name. */
export function BlockMark({ block }: { block: Block | null }) {
  const t = useTranslations('cashier.block');
  if (block === null) return null;
  return (
    <StatusBadge tone="stop" icon={ICONS[block.why]}>
      <span className="mark-word">{t(block.why)}</span>
    </StatusBadge>
  );
}

/** Above everything else. `stops`: what it stops here; a deposit may still be credited. */
export function BlockNotice({
  block,
  member,
  stops,
}: {
  block: Block | null;
  member: { readonly username: string };
  stops: 'review' | 'payout' | 'deposit';
}) {
  const momentText = useMomentText();
  const t = useTranslations('cashier.block');
  if (block === null) return null;
  return (
    <LoudNotice icon={ICONS[block.why]} title={t(`title.${block.why}`, { name: member.username })}>
      {t(`stops.${stops}`)}
      {block.until !== null && (
        <Text span inherit className="figures">
          {' '}
          {t('until', { at: momentText(block.until) })}
        </Text>
      )}
    </LoudNotice>
  );
}
