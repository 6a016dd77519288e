import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { BlockMark } from './block-mark.tsx';

/** A member in a row of a queue, with the mark of a freeze beside the name. */
export function MemberCell({ member, block }: Pick<OperatorWithdrawal, 'member' | 'block'>) {
  return (
    <span className="row-mark">
      <span className="row-name" title={member.username}>
        {member.username}
      </span>
      <BlockMark block={block} />
    </span>
  );
}
