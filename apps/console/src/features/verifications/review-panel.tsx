import { useEffect, useState } from 'react';
import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { readReview, releaseReview, takeReview } from '@candor/contract/calls/console/verification';
import type { ReviewItem, ReviewView } from '@candor/contract/verification';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { Facts } from '../../services/queue/facts.tsx';
import { Checks } from '../../services/member/checks.tsx';
import type { Check } from '../../services/member/checks.tsx';
import { MemberContext } from '../../services/member/member-context.tsx';
import { KeyOf } from '../../services/queue/key-of.tsx';
import { LoadFailed } from '../../services/queue/states.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { ReviewState } from './review-state.tsx';
import { VerificationPhoto } from './verification-photo.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';
import { FailedAct } from '../../services/queue/failed-act.tsx';

type Decidable = Pick<ReviewItem, 'id' | 'version' | 'username' | 'language' | 'status' | 'takenBy'>;

type ReviewPanelProps = {
  id: string;
  /** As the queue last read it: another one than that of the panel means that a colleague was at work. */
  version: number;
  mayReview: boolean;
  onChanged: (view: ReviewView) => Promise<void>;
  onVerify: (item: Decidable) => void;
  onReject: (item: Decidable) => void;
};

/** Everything about one submission. Opening it, and each photo, is written down. */
export function ReviewPanel({ id, version, mayReview, onChanged, onVerify, onReject }: ReviewPanelProps) {
  const query = useQuery({
    queryKey: ['review', id],
    queryFn: async ({ signal }) => await call(readReview, { params: { id }, signal }),
    staleTime: Infinity,
  });
  const { data, refetch } = query;
  const isOld = data !== undefined && data.version < version;
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, refetch]);
  if (query.error !== null) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton height={320} radius="md" />;
  const item = { ...query.data, username: query.data.member.username };
  return (
    <Stack gap="lg">
      <PaperChecks view={item} />
      <Photos view={item} />
      <Person view={item} />
      <Member view={item} />
      <Others view={item} />
      <MemberContext id={item.member.id} />
      {mayReview && item.status === 'pending' && (
        <Acts view={item} onChanged={onChanged} onVerify={() => onVerify(item)} onReject={() => onReject(item)} />
      )}
    </Stack>
  );
}

type ActsProps = {
  view: ReviewView;
  onChanged: (view: ReviewView) => Promise<void>;
  onVerify: () => void;
  onReject: () => void;
};

function Acts({ view, onChanged, onVerify, onReject }: ActsProps) {
  const t = useTranslations('verifications');
  const client = useQueryClient();
  const isMine = view.takenBy?.isMe === true;
  const acting = useMutation({
    mutationFn: async (act: 'take' | 'release') =>
      await call(act === 'take' ? takeReview : releaseReview, {
        params: { id: view.id },
        body: { version: view.version },
        idempotencyKey: newKey(),
      }),
    onSuccess: onChanged,
    // Perhaps a colleague was faster.
    onError: async () => await client.invalidateQueries({ queryKey: ['review', view.id] }),
  });
  return (
    <div className="panel-actions">
      {acting.error !== null && <FailedAct error={acting.error} onRefreshed={acting.reset} />}
      {view.takenBy !== null && !isMine && (
        <Text c="dimmed" mb="xs">
          {t('takenBy', { name: view.takenBy.username })}
        </Text>
      )}
      <Group justify="space-between" gap="sm">
        {isMine ? (
          <>
            <Button variant="default" loading={acting.isPending} onClick={() => acting.mutate('release')}>
              {t('release')}
            </Button>
            <Group gap="sm">
              <Button variant="outline" color="red.8" rightSection={<KeyOf letter="R" />} onClick={onReject}>
                {t('reject')}
              </Button>
              <Button rightSection={<KeyOf letter="A" />} onClick={onVerify}>
                {t('verify')}
              </Button>
            </Group>
          </>
        ) : (
          <Button
            ml="auto"
            disabled={view.takenBy !== null}
            loading={acting.isPending}
            onClick={() => acting.mutate('take')}
          >
            {t('take')}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** What agrees with what is known of the member, and what does not. */
function PaperChecks({ view }: { view: ReviewView }) {
  const t = useTranslations('verifications');
  const checks = useTranslations('work.checks');
  const { member, realName, duplicates, earlier } = view;
  const compared = (name: string, given: string | null, fits: string, differs: (given: string) => string): Check[] =>
    given === null
      ? []
      : [{ name, verdict: given === realName ? 'good' : 'differs', text: given === realName ? fits : differs(given) }];
  return (
    <Checks
      checks={[
        ...compared('given', member.givenName, checks('givenFits'), (name) => t('givenDiffers', { name })),
        ...compared('card', member.cardHolder, checks('cardFits'), (name) => t('holderDiffers', { name })),
        ...(member.frozen ? [{ name: 'frozen', verdict: 'differs' as const, text: t('frozen') }] : []),
        ...(duplicates.length === 0
          ? [{ name: 'duplicates', verdict: 'good' as const, text: checks('noDuplicates') }]
          : []),
        ...duplicates.map(({ id, username, status }) => ({
          name: id,
          verdict: 'differs' as const,
          text: t('duplicate', { id, username, status: t(`statuses.${status}`) }),
        })),
        earlier.length === 0
          ? { name: 'earlier', verdict: 'good' as const, text: checks('noEarlier') }
          : { name: 'earlier', verdict: 'open' as const, text: checks('earlier', { count: earlier.length }) },
      ]}
    />
  );
}

function Photos({ view }: { view: ReviewView }) {
  const t = useTranslations('verifications');
  const [isAsked, setIsAsked] = useState(false);
  const isShown = isAsked || view.takenBy?.isMe === true;
  return (
    <section aria-label={t('photos')}>
      <Title order={2} size="h3" mb="xs">
        {t('photos')}
      </Title>
      {isShown ? (
        <Stack gap="sm">
          <VerificationPhoto id={view.id} side="front" label={t('front')} />
          <VerificationPhoto id={view.id} side="back" label={t('back')} />
        </Stack>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setIsAsked(true)}>
            {t('showPhotos')}
          </Button>
          <Text c="dimmed" fz="xs">
            {t('photosHint')}
          </Text>
        </Group>
      )}
    </section>
  );
}

function Person({ view }: { view: ReviewView }) {
  const momentText = useMomentText();
  const t = useTranslations('verifications');
  const reasonWords = useReasonWords();
  const decided =
    view.decidedAt === null
      ? []
      : ([
          [t('decidedBy'), view.decidedBy?.username ?? '—'],
          [t('decidedAt'), momentText(view.decidedAt)],
        ] as const);
  const rejected =
    view.reason === null
      ? []
      : ([
          [t('reason'), reasonWords(view.reason)],
          [t('wrong'), view.wrong.map((part) => t(`parts.${part}`)).join(' · ')],
          [t('note'), view.note ?? '—'],
        ] as const);
  return (
    <section aria-label={t('documents')}>
      <Group mb="xs" gap="sm">
        <Title order={2} size="h3">
          {t('documents')}
        </Title>
        <ReviewState status={view.status} isTaken={view.takenBy !== null} />
      </Group>
      <Facts
        facts={[
          [t('realName'), view.realName],
          [t('idNumber'), view.idNumber],
          [t('birthDate'), view.birthDate ?? '—'],
          [t('submittedAt'), momentText(view.submittedAt)],
          ...decided,
          ...rejected,
        ]}
      />
    </section>
  );
}

function Member({ view: { member } }: { view: ReviewView }) {
  const momentText = useMomentText();
  const t = useTranslations('verifications');
  return (
    <section aria-label={t('member')}>
      <Title order={2} size="h3" mb="xs">
        {t('member')}
      </Title>
      <Facts
        facts={[
          [t('username'), member.username],
          [t('phone'), member.phone],
          [t('country'), member.country ?? '—'],
          [t('registeredAt'), momentText(member.registeredAt)],
          [t('givenName'), member.givenName ?? '—'],
          [t('card'), member.cardHolder === null ? '—' : `${member.cardHolder} · ${member.cardBank ?? ''}`],
        ]}
      />
    </section>
  );
}

function Others({ view: { earlier } }: { view: ReviewView }) {
  const momentText = useMomentText();
  const t = useTranslations('verifications');
  const reasonWords = useReasonWords();
  if (earlier.length === 0) return null;
  return (
    <section aria-label={t('earlier')}>
      <Title order={2} size="h3" mb="xs">
        {t('earlier')}
      </Title>
      {earlier.map(({ id, status, submittedAt, reason }) => (
        <Text key={id}>
          <Anchor href={hrefTo(`/verifications?status=${status}&row=${id}`)}>{id}</Anchor> {momentText(submittedAt)} ·{' '}
          {t(`statuses.${status}`)}
          {reason !== null && ` · ${reasonWords(reason)}`}
        </Text>
      ))}
    </section>
  );
}
