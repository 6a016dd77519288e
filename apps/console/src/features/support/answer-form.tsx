import { answerConversation } from '@candor/contract/calls/console/support';
import { useState } from 'react';
import { ActionIcon, Button, Group, Menu, Text, Textarea, Tooltip } from '@mantine/core';
import { MessageSquareText, SendHorizontal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import type { ConversationView } from '@candor/contract/console-support';
import { SUPPORT_TEXT_MAX } from '@candor/contract/support';
import { isEnter } from '@candor/ui/keyboard';
import { observable } from '@candor/api-client/observable';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useObservable } from '../../lib/observable.ts';
import { call } from '../../services/api/request.ts';
import { useCanned, useReviewAct } from './use-support.ts';

/** Unsent answers by conversation: looking at another one loses nothing. */
const drafts = observable<Readonly<Record<string, string>>>({});

/** Enter sends, Shift+Enter is a new line. A ready-made answer is put in, in the person's language, and can be changed. */
export function AnswerForm({ conversation: { id, language } }: { conversation: ConversationView }) {
  const t = useTranslations('support');
  const messageOf = useMessageOf();
  const { data: canned = [] } = useCanned();
  const text = useObservable(drafts)[id] ?? '';
  const [key, setKey] = useState(newKey);
  const write = (next: string) => drafts.set({ ...drafts.get(), [id]: next });
  const sending = useReviewAct(
    async (said: string) =>
      await call(answerConversation, { params: { id }, body: { text: said }, idempotencyKey: key }),
    () => {
      write('');
      setKey(newKey());
    },
  );
  const send = () => {
    if (text.trim() !== '' && !sending.isPending) sending.mutate(text.trim());
  };
  return (
    <form
      className="support-answer"
      aria-label={t('answer')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Group align="end" wrap="nowrap" gap="xs">
        <Menu position="top-start" width={320}>
          <Menu.Target>
            <Tooltip label={t('canned')}>
              <ActionIcon variant="default" size="lg" aria-label={t('canned')}>
                <MessageSquareText size={18} strokeWidth={1.75} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            {canned.length === 0 && <Menu.Label>{t('noCanned')}</Menu.Label>}
            {canned.map((one) => (
              <Menu.Item key={one.id} onClick={() => write(joined(text, one.texts[language]))}>
                <Text fz="sm" fw={600}>
                  {one.title}
                </Text>
                <Text fz="xs" c="dimmed" lineClamp={2}>
                  {one.texts[language]}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Textarea
          aria-label={t('answer')}
          placeholder={t('answerHint')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={SUPPORT_TEXT_MAX}
          style={{ flex: 1 }}
          value={text}
          error={sending.error === null ? null : messageOf(sending.error)}
          onChange={({ currentTarget }) => {
            // Another text is another answer, also after a failure.
            if (sending.isError) setKey(newKey());
            write(currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (!isEnter(event) || event.shiftKey) return;
            event.preventDefault();
            send();
          }}
        />
        <Button
          type="submit"
          disabled={text.trim() === ''}
          loading={sending.isPending}
          rightSection={<SendHorizontal size={16} aria-hidden />}
        >
          {t('send')}
        </Button>
      </Group>
    </form>
  );
}

function joined(before: string, added: string): string {
  return before.trim() === '' ? added : `${before.trimEnd()}\n${added}`;
}
