import { avatarView } from '@candor/contract/verification';
import type { AvatarView } from '@candor/contract/verification';
import { readAvatar } from '@candor/contract/calls/verification';
import { pathOf } from '@candor/contract/operation';
import type { Command } from '../../services/commands/run-commands.ts';
import { keepFiles, releaseFiles } from '../../services/files/file-store.ts';
import { selectAvatar, updateAvatar } from './verification-store.ts';

interface Change {
  readonly memberId: bigint;
  readonly file: string;
  readonly before: string | null;
}

/** Replaces a member's picture of themselves. The old one is deleted after a day. */
export const changeAvatar: Command<{ file: string }, ReadonlyMap<bigint, string | null>, Change, null, AvatarView> = {
  name: 'account/avatar',
  stored: { of: (answer) => answer, read: (json) => avatarView.parse(json) },
  readFacts: async (db, calls) => {
    const facts = new Map<bigint, string | null>();
    for (const { memberId } of calls) facts.set(memberId, await selectAvatar(db, memberId));
    return facts;
  },
  decide: ({ memberId, input: { file } }, facts) => ({
    effect: { memberId, file, before: facts.get(memberId) ?? null },
  }),
  write: async (db, effects) => {
    for (const { memberId, file, before } of effects) {
      await keepFiles(db, [file]);
      await updateAvatar(db, memberId, file);
      if (before !== null) await releaseFiles(db, [before]);
    }
    return effects.map(() => null);
  },
  answer: async (_, done) => done.map(({ effect }) => ({ avatar: pathOf(readAvatar, { id: effect.file }) })),
  newsOf: () => [{ type: 'account' }],
};
