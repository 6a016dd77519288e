import { Stack } from '@mantine/core';
import type { DeskWithdrawal } from '@candor/contract/desk';
import { BlockMark } from './block-mark.tsx';

/** A member in a row of the desk, with the mark of a freeze below the name. */
export function MemberCell({ member, block }: Pick<DeskWithdrawal, 'member' | 'block'>) {
  return (
    <Stack gap={2} align="start">
      <span>{member.username}</span>
      <BlockMark block={block} />
    </Stack>
  );
}
