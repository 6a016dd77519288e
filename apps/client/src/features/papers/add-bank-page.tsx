/* 添加银行卡: the card is typed, read once more in large groups, and bound with the withdraw password. */

import { useState } from 'react';
import type { ChangeEvent } from 'react';
import type { BankCardBody } from '@candor/contract/papers';
import { bankOf } from '@candor/domain/identity/bank-card';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page, StickyAction } from '@candor/ui/page.tsx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { CreditCard } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { BankCardFace } from './bank-card-face.tsx';
import { BankPicker } from './bank-picker.tsx';
import {
  bankCodeOf,
  CARD_PLACES,
  cardErrors,
  cardRequest,
  EMPTY_CARD,
  groupedWhileTyping,
  PAGE_FIELDS,
} from './card-form.ts';
import type { CardValues } from './card-form.ts';
import { useBankCard, useBindCard } from './papers-queries.ts';

export function AddBankPage() {
  const t = useTranslations('papers.card');
  const card = useBankCard();
  const profile = useProfile();
  const failed = card.isError && card.data === undefined ? card : profile.isError ? profile : null;
  const retry = () => {
    void card.refetch();
    void profile.refetch();
  };
  return (
    <Page bar={<NavBar title={t('add')} onBack={() => goBack(paths.bank())} />}>
      {card.data === undefined || profile.data === undefined ? (
        failed !== null ? (
          <LoadFailed error={failed.error} onRetry={retry} />
        ) : (
          <Loading onRetry={retry}>
            <SkeletonRows count={4} />
          </Loading>
        )
      ) : card.data === null ? (
        <CardForm name={profile.data.realName} isVerified={profile.data.verification === 'verified'} />
      ) : (
        <AlreadyBound />
      )}
    </Page>
  );
}

function AlreadyBound() {
  const t = useTranslations('papers.card');
  return (
    <EmptyState
      icon={<CreditCard aria-hidden="true" strokeWidth={1.5} />}
      title={t('already')}
      action={
        <a href={hrefTo(paths.bank())} className={buttonClass('primary', 'medium')}>
          {t('see')}
        </a>
      }
    >
      {t('alreadyHint')}
    </EmptyState>
  );
}

type CardFormProps = {
  /** The member's name as the site knows it, masked. */
  name: string | null;
  isVerified: boolean;
};

function CardForm({ name, isVerified }: CardFormProps) {
  const t = useTranslations('papers.card');
  const actions = useTranslations('common.actions');
  const bind = useBindCard();
  const [isReading, setIsReading] = useState(false);
  const form = useContractForm<keyof CardValues, BankCardBody>({
    id: 'card',
    places: CARD_PLACES,
    initial: EMPTY_CARD,
    request: cardRequest,
    check: (values) => cardErrors(values, name !== null),
    async send(body, idempotencyKey) {
      await bind.mutateAsync({ body, idempotencyKey });
      setIsReading(false);
      showToast(t('done'), 'success');
      navigate(paths.bank(), { replace: true });
    },
    reveal: (field) => setIsReading(field === 'withdrawPwd'),
    onRefused: () => form.forget('withdrawPwd'),
  });
  const values = useWatch({ control: form.control });
  const number = values['number'] ?? '';
  const bank = bankCodeOf(values['bank'] ?? '');
  const numberField = form.field('number');

  function onNumber(event: ChangeEvent<HTMLInputElement>) {
    const input = event.target;
    const typed = groupedWhileTyping(input.value, input.selectionStart ?? input.value.length);
    form.change('number', typed.text);
    input.setSelectionRange(typed.caret, typed.caret);
    const known = bankOf(typed.text);
    if (known !== null && known !== bank) form.change('bank', known);
  }

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <div className="mb-3 flex justify-center">
        <BankCardFace bank={bank} number={number} holder={(values['holder'] ?? '') || (name ?? t('holder'))} />
      </div>
      {isVerified && name !== null ? (
        <TextField label={t('holder')} value={name} readOnly disabled hint={t('holderLocked')} />
      ) : (
        <TextField
          {...form.field('holder')}
          label={t('holder')}
          hint={name === null ? t('holderHint') : t('holderKnown', { name })}
          autoComplete="cc-name"
          maxLength={50}
        />
      )}
      <TextField
        {...numberField}
        onChange={onNumber}
        label={t('number')}
        hint={t('numberHint')}
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={30}
        onClear={() => form.change('number', '')}
      />
      <BankPicker
        id="card-bank"
        bank={bank}
        isRecognised={bank !== null && bankOf(number) === bank}
        error={form.field('bank').error}
        onPick={(code) => form.change('bank', code)}
      />
      <TextField {...form.field('branch')} label={t('branch')} hint={t('branchHint')} maxLength={64} />
      <FormMessage>{isReading ? '' : form.message}</FormMessage>
      <StickyAction>
        <Button block onClick={() => void form.passes(PAGE_FIELDS).then((passes) => passes && setIsReading(true))}>
          {t('next')}
        </Button>
      </StickyAction>
      <Sheet
        open={isReading}
        onClose={() => {
          setIsReading(false);
          form.forget('withdrawPwd');
        }}
        title={t('read')}
      >
        <p className="text-body-s text-text-2">{t('readHint')}</p>
        <p className="tnum my-4 text-center text-title-1 break-words" aria-label={spoken(number)}>
          {number}
        </p>
        <PasswordField
          {...form.field('withdrawPwd')}
          label={t('withdrawPassword')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button block loading={form.isSending} loadingText={actions('submitting')} onClick={() => form.submit()}>
          {t('bind')}
        </Button>
      </Sheet>
    </form>
  );
}

/** Screen readers read the number digit by digit, in its groups. */
function spoken(number: string): string {
  return number
    .split(' ')
    .map((group) => [...group].join(' '))
    .join(', ');
}
