import { PUSH_KINDS } from '@candor/contract/push';
import { showToast } from '@candor/ui/toast.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { choosePush, pushObstacle, PushRefused, readPush } from '../../services/push/push.ts';
import type { PushChoice } from '../../services/push/push.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Choice, Toggle } from './display-choice.tsx';

const OFF: PushChoice = { kinds: [], amounts: false };

/**
 * What this device is told while the site is closed. It says what that means before the browser asks, and everything is off
 * at first.
 */
export function PushChoices() {
  const t = useTranslations('account.push');
  const obstacle = pushObstacle();
  return (
    <Choice title={t('title')}>
      <p className="text-caption text-text-2">{t(obstacle ?? 'about')}</p>
      {obstacle === null && <Kinds />}
    </Choice>
  );
}

function Kinds() {
  const t = useTranslations('account.push');
  const language = useLanguage();
  const cache = useQueryClient();
  const query = useQuery({ queryKey: queryKeys.push, queryFn: readPush });
  const choose = useMutation({
    mutationFn: choosePush,
    onSuccess: (chosen) => {
      cache.setQueryData(queryKeys.push, chosen);
      showToast(t('saved'), 'success');
    },
    onError: (error) => showToast(error instanceof PushRefused ? t('refused') : messageOf(error, language), 'danger'),
  });
  const retry = () => void query.refetch();
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <Skeleton className="h-40" />
      </Loading>
    );
  // While a choice is on its way the switches show it already.
  const { kinds, amounts } = (choose.isPending ? choose.variables : query.data) ?? OFF;
  return (
    <>
      {PUSH_KINDS.map((kind) => (
        <Toggle
          key={kind}
          title={t(kind)}
          hint=""
          checked={kinds.includes(kind)}
          onChange={(on) =>
            choose.mutate({ amounts, kinds: PUSH_KINDS.filter((each) => (each === kind ? on : kinds.includes(each))) })
          }
        />
      ))}
      {kinds.length > 0 && (
        <Toggle
          title={t('amounts')}
          hint={t('amountsHint')}
          checked={amounts}
          onChange={(on) => choose.mutate({ kinds, amounts: on })}
        />
      )}
    </>
  );
}
