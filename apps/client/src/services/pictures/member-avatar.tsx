import { readAvatar } from '@candor/contract/calls/verification';
import { Avatar } from '@candor/ui/avatar.tsx';
import { useSession } from '../session/session.ts';
import { usePicture } from './use-picture.ts';

/** The signed-in member's picture of themselves, or the drawn figure. */
export function MemberAvatar({ className }: { className?: string }) {
  const address = useSession((session) => session.avatar);
  return <Avatar src={usePicture(readAvatar, address)} {...(className === undefined ? {} : { className })} />;
}
