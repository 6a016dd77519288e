import type { MessageView } from '@candor/contract/messages';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { currentAddress, hrefTo } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { isInView } from '../services/notices/message-in-view.ts';
import { messagePath, useMessageText } from '../services/notices/message-words.ts';

/** A message as it comes, with the way to what it is about; of several at once the newest, with the way to all. What the page itself shows is left out. */
export function MessageToast({ messages }: { messages: readonly MessageView[] }) {
  const t = useTranslations('messages');
  const text = useMessageText();
  const say = useEffectEvent((all: readonly MessageView[]) => {
    const [newest, ...others] = all.filter((message) => !isInView(message, currentAddress()));
    if (newest === undefined) return;
    const path = others.length === 0 ? messagePath(newest) : paths.messages();
    showToast(text(newest), 'neutral', { href: hrefTo(path), label: t('see') });
  });
  useEffect(() => say(messages), [messages]);
  return null;
}
