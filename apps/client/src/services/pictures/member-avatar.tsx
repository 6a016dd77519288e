import { Avatar } from '@candor/ui/avatar.tsx';
import { useSession } from '../session/session.ts';
import { usePicture } from './use-picture.ts';

/** The signed-in member's picture of themselves, or the drawn figure. */
export function MemberAvatar({ className }: { className?: string }) {
  const address = useSession((session) => session.avatar);
  return <Avatar src={usePicture(address)} {...(className === undefined ? {} : { className })} />;
}
