/* A code for the member's phone: asking for it, how long until the next one, and what a practice site shows. */

import { useEffect, useState } from 'react';
import { ApiError } from '@candor/api-client/api-error';
import { PATHS } from '@candor/contract/routes';
import { codeView, practiceCodeView } from '@candor/contract/security';
import { showToast } from '@candor/ui/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { get, post } from '../../services/api/request.ts';

const PURPOSE = 'withdrawPassword';
const SECOND_MS = 1_000;

export function useCode() {
  const language = useLanguage();
  const [leftSec, setLeftSec] = useState(0);
  const ask = useMutation({
    mutationFn: async () => {
      const sent = await post(PATHS.accountCode, { purpose: PURPOSE, channel: 'sms' }, codeView);
      const shown = sent.practice
        ? await get(PATHS.practiceCode, practiceCodeView, { query: { purpose: PURPOSE } })
        : { code: null };
      return { ...sent, shownCode: shown.code };
    },
    onSuccess: ({ resendAfterSec }) => setLeftSec(resendAfterSec),
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfterSec !== null) setLeftSec(error.retryAfterSec);
      showToast(messageOf(error, language), 'danger');
    },
  });
  const isWaiting = leftSec > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setLeftSec((left) => Math.max(0, left - 1)), SECOND_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return { ask: () => ask.mutate(), isAsking: ask.isPending, leftSec, sent: ask.data ?? null };
}
