/* 银行卡: the one bound card, masked, or the way to bind one. */

import { useState } from 'react';
import type { BankCardView } from '@candor/contract/verification';
import { ACTION_ICONS } from '@candor/ui/action-icons';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Columns, Page } from '@candor/ui/page.tsx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { CreditCard, ScrollText, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo } from '../../lib/location.ts';
import { useIsDesktop } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { momentText } from '../../lib/moment-text.ts';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces } from '../../services/form/form-errors.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { bankCardRemovalBody } from '@candor/contract/verification';
import { BankCardFace } from './bank-card-face.tsx';
import { useBankCard, useRemoveCard } from './verification-queries.ts';

const { withdraw: Withdraw } = ACTION_ICONS;

export function BankPage() {
  const t = useTranslations('verification.card');
  const query = useBankCard();
  const retry = () => void query.refetch();
  return (
    <Page columns bar={<NavBar title={t('title')} onBack={() => goBack(paths.account())} />}>
      {query.data === undefined ? (
        query.isError ? (
          <LoadFailed error={query.error} onRetry={retry} />
        ) : (
          <Loading onRetry={retry}>
            <Skeleton className="h-52 w-full max-w-[26rem] rounded-card" />
          </Loading>
        )
      ) : query.data === null ? (
        <NoCard />
      ) : (
        <Bound card={query.data} />
      )}
    </Page>
  );
}

function NoCard() {
  const t = useTranslations('verification.card');
  const { data: profile } = useProfile();
  const isVerified = profile?.verification === 'verified';
  const isWide = useIsDesktop();
  const verify = profile !== undefined && !isVerified && (
    <ListGroup>
      <ListRow
        icon={<ShieldCheck aria-hidden="true" strokeWidth={1.75} />}
        title={t('verifyFirst')}
        detail={t('verifyFirstHint')}
        href={hrefTo(paths.verification())}
      />
    </ListGroup>
  );
  return (
    <Columns isWide={isWide} after={verify}>
      <div className="xl:rounded-card xl:border xl:border-line xl:bg-surface-1 xl:shadow-card">
        <EmptyState
          icon={<CreditCard aria-hidden="true" strokeWidth={1.5} />}
          title={t('none')}
          action={
            <a href={hrefTo(paths.addBank())} className={buttonClass('primary', 'medium')}>
              {t('add')}
            </a>
          }
        >
          {t('noneHint')}
        </EmptyState>
      </div>
    </Columns>
  );
}

function Bound({ card }: { card: BankCardView }) {
  const t = useTranslations('verification.card');
  const titles = useTranslations('common.titles');
  const [isAsked, setIsAsked] = useState(false);
  const isWide = useIsDesktop();
  const uses = (
    <ListGroup>
      <ListRow
        icon={<Withdraw aria-hidden="true" strokeWidth={1.75} />}
        title={titles('withdraw')}
        href={hrefTo(paths.withdraw())}
      />
      <ListRow
        icon={<ScrollText aria-hidden="true" strokeWidth={1.75} />}
        title={titles('withdrawRecords')}
        href={hrefTo(paths.withdrawRecords())}
      />
    </ListGroup>
  );
  return (
    <Columns isWide={isWide} after={uses}>
      <div className="flex justify-center xl:justify-start">
        <BankCardFace
          bank={card.bank}
          number={card.number}
          holder={card.holder}
          branch={card.branch}
          chip={
            <StatusChip tone="success" icon="check">
              {t('bound')}
            </StatusChip>
          }
        />
      </div>
      <p className="text-center text-body-s text-text-2 xl:text-start">
        {t('one', { time: momentText(card.boundAt) })}
      </p>
      <Button
        variant="destructive-text"
        size="medium"
        className="xl:-ms-4 xl:self-start"
        onClick={() => setIsAsked(true)}
      >
        {t('remove')}
      </Button>
      <Sheet open={isAsked} onClose={() => setIsAsked(false)} title={t('remove')}>
        {isAsked && <RemovalForm card={card} onDone={() => setIsAsked(false)} />}
      </Sheet>
    </Columns>
  );
}

const PLACES: ErrorPlaces<'withdrawPwd'> = {
  fields: ['withdrawPwd'],
  fieldOf: { WITHDRAW_PASSWORD_MISMATCH: 'withdrawPwd' },
};

function RemovalForm({ card, onDone }: { card: BankCardView; onDone: () => void }) {
  const t = useTranslations('verification.card');
  const actions = useTranslations('common.actions');
  const remove = useRemoveCard();
  const form = useContractForm({
    id: 'remove-card',
    places: PLACES,
    initial: { withdrawPwd: '' },
    request: (values) => values,
    check: (values) => schemaErrors(PLACES, bankCardRemovalBody, values),
    async send({ withdrawPwd }, idempotencyKey) {
      await remove.mutateAsync({ withdrawPwd, idempotencyKey });
      showToast(t('removed'), 'success');
      onDone();
    },
    onRefused: () => form.forget('withdrawPwd'),
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-2">
      <p className="text-body-s text-text-2">{t('removeHint', { number: card.number })}</p>
      <PasswordField
        {...form.field('withdrawPwd')}
        label={t('withdrawPassword')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" variant="destructive" block loading={form.isSending} loadingText={actions('submitting')}>
        {t('remove')}
      </Button>
    </form>
  );
}
