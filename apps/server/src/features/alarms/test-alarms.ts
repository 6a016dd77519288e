import { alarmMessagesView } from '@candor/contract/console-alarms';
import type { AlarmMessagesView } from '@candor/contract/console-alarms';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import type { Command, OperatorCall } from '../../services/commands/run-commands.ts';
import { storedAnswer } from '../../services/commands/site-command.ts';
import type { SiteRefusal } from '../../services/commands/site-command.ts';
import { insertTest, lockTests, selectChannels, selectMessages } from './message-store.ts';
import type { ChannelName, MessageRow } from './message-store.ts';

const SHOWN_MAX = 10;

/** The channels of now, and the newest messages of an alarm, or tests. */
export async function readMessages(db: Db, alarmId: bigint | null): Promise<AlarmMessagesView> {
  const [channels, messages] = [await selectChannels(db), await selectMessages(db, alarmId, SHOWN_MAX)];
  return { channels, messages: messages.map(messageView) };
}

function messageView({ madeAt, endedAt, delivered, ...row }: MessageRow): AlarmMessagesView['messages'][number] {
  return {
    ...row,
    at: new Date(madeAt).toISOString(),
    state: delivered === null ? 'waiting' : delivered ? 'delivered' : 'failed',
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  };
}

interface Test {
  readonly id: string;
  readonly channels: readonly ChannelName[];
  readonly operatorId: bigint;
}

interface Facts {
  readonly channels: readonly ChannelName[];
  readonly isSoon: boolean;
}

/** As the trigger keep_test_message has it: one that a clock which was set back left in the future is not of now. */
const SOON_MS = 10_000;

/** An operator has a test message sent by every channel. The worker sends it: the console has no secret of theirs. */
export function testAlarms(
  nowMs: () => number,
): Command<null, Facts, Test, null, Result<AlarmMessagesView, SiteRefusal>, OperatorCall<null>> {
  return {
    name: 'console/alarms/test',
    stored: storedAnswer(alarmMessagesView),
    readFacts: async (db) => {
      await lockTests(db);
      const [newest] = await selectMessages(db, null, 1);
      return {
        channels: (await selectChannels(db)).map(({ name }) => name),
        isSoon: newest !== undefined && Math.abs(nowMs() - newest.madeAt) < SOON_MS,
      };
    },
    decide: ({ operatorId }, { channels, isSoon }) => {
      if (channels.length === 0) return { answer: err({ key: 'ALARM_CHANNELS_NONE' }), kept: false };
      if (isSoon) return { answer: err({ key: 'ALARM_TEST_SOON' }), kept: false };
      return { effect: { id: uuidV7(), channels, operatorId } };
    },
    write: async (db, effects) => {
      for (const { id, channels, operatorId } of effects)
        for (const channel of channels) await insertTest(db, { id, channel, operatorId });
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async () => ok(await readMessages(db, null)))),
    auditOf: ({ id, channels }) => ({
      subjectType: 'alarmTest',
      subjectId: id,
      detail: { channels: channels.join(' ') },
    }),
  };
}
