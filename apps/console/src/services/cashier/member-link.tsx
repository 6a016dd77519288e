import { Anchor } from '@mantine/core';
import { hrefTo } from '../../lib/location.ts';
import { useMay } from '../operator/operator.tsx';

/** The member's name, and the way to everything about them for whoever may see it. */
export function MemberLink({ member: { id, username } }: { member: { id: string; username: string } }) {
  const may = useMay();
  if (!may('member:profile:search') || !may('member:profile:read')) return username;
  // Beside other words: a colour alone does not tell a link.
  return (
    <Anchor underline="always" href={hrefTo('/members', { q: username, row: id })}>
      {username}
    </Anchor>
  );
}
