import { useState } from 'react';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImageIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { readConversationPicture } from '@candor/contract/calls/console/support';
import type { OperatorMessage } from '@candor/contract/console-support';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useObjectUrl } from '../../lib/object-url.ts';
import { picture } from '../../services/api/request.ts';
import { useMoments } from '../../services/moments/moments.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

type TalkMessageProps = {
  conversationId: string;
  message: OperatorMessage;
  /** When the message before it was written. */
  dayBefore: string | null;
  /** Whether the person has seen it. */
  isRead: boolean;
};

export function TalkMessage({ conversationId, message, dayBefore, isRead }: TalkMessageProps) {
  const t = useTranslations('support');
  const { author, text, order, picture, finding, operator, createdAt } = message;
  const isOurs = author === 'operator';
  const moments = useMoments();
  const day = moments.day(createdAt);
  return (
    <>
      {(dayBefore === null || moments.day(dayBefore) !== day) && (
        <Text fz="xs" c="dimmed" ta="center" className="figures" my="xs">
          {day} {moments.zone(createdAt)}
        </Text>
      )}
      <div className="support-message" data-ours={isOurs}>
        {author === 'check' && (
          <Text fz="xs" fw={600}>
            {t('check')}
          </Text>
        )}
        {order !== null && author !== 'check' && (
          <div className="support-order">
            {t('order', { no: order.no })} · {order.product} · {t(`direction.${order.direction}`)} ·{' '}
            <Amount text={order.stake} />
          </div>
        )}
        {text !== null && <div className="support-text">{text}</div>}
        {finding !== null && (
          <StatusBadge tone={finding.verdict === 'invalid' ? 'bad' : finding.verdict === 'valid' ? 'good' : 'warn'}>
            {t(`verdict.${finding.verdict}`)}
          </StatusBadge>
        )}
        {picture !== null && <TalkPicture conversationId={conversationId} path={picture.path} />}
        <Text fz="xs" c="dimmed" className="figures">
          {moments.clock(createdAt)}
          {isOurs && ` · ${operator ?? ''} · ${t(isRead ? 'read' : 'delivered')}`}
        </Text>
      </div>
    </>
  );
}

/** Not shown before it is asked for: each look is an entry in the audit log. */
function TalkPicture({ conversationId, path }: { conversationId: string; path: string | null }) {
  const t = useTranslations('support');
  const messageOf = useMessageOf();
  const [isShown, setIsShown] = useState(false);
  const file = path?.split('/').at(-1) ?? '';
  const { data, error } = useQuery({
    queryKey: ['support-picture', conversationId, path],
    queryFn: async ({ signal }) =>
      await picture(readConversationPicture, { params: { id: conversationId, file }, signal }),
    enabled: isShown && path !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const url = useObjectUrl(data);
  if (path === null) return <Text c="dimmed">{t('erased')}</Text>;
  if (!isShown)
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<ImageIcon size={14} aria-hidden />}
        onClick={() => setIsShown(true)}
      >
        {t('showPicture')}
      </Button>
    );
  if (error !== null) return <Text c="red.8">{messageOf(error)}</Text>;
  return url === '' ? (
    <Skeleton height={180} width={240} radius="md" />
  ) : (
    <img src={url} alt={t('picture')} className="support-picture" />
  );
}
