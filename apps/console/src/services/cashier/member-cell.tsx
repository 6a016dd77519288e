import { Stack } from '@mantine/core';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { BlockMark } from './block-mark.tsx';

/** A member in a row of a queue, with the mark of a freeze below the name. */
export function MemberCell({ member, block }: Pick<OperatorWithdrawal, 'member' | 'block'>) {
  return (
    <Stack gap={2} align="start">
      <span>{member.username}</span>
      <BlockMark block={block} />
    </Stack>
  );
}
