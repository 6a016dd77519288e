/* 添加银行卡: the card is typed, read once more in large groups, and bound with the withdraw password. */

import { PERSON_NAME_MAX } from '@candor/contract/fields';
import { useState } from 'react';
import type { ChangeEvent, SyntheticEvent } from 'react';
import type { BankCardBody } from '@candor/contract/verification';
import { bankOf } from '@candor/domain/identity/bank-card';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Columns, Page, StickyAction } from '@candor/ui/page.tsx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { Skeleton, SkeletonForm } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { CreditCard } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, navigate } from '../../lib/location.ts';
import { useIsDesktop } from '../../lib/media.ts';
import { useObservable } from '../../lib/observable.ts';
import { paths } from '../../lib/paths.ts';
import { askForPlace, forgetPlace, placeErrand } from '../../services/location/chosen-place.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { draft } from '../../services/session/drafts.ts';
import { BankCardFace } from './bank-card-face.tsx';
import { BankPicker } from './bank-picker.tsx';
import { CARD_PLACES, cardErrors, cardRequest, EMPTY_CARD, groupedWhileTyping, PAGE_FIELDS } from './card-form.ts';
import type { CardValues } from './card-form.ts';
import { useBankCard, useBindCard } from './verification-queries.ts';

/** What was typed before the member went to the map, in memory only. Never the password. */
const typed = draft<CardValues>(EMPTY_CARD);

export function AddBankPage() {
  const t = useTranslations('verification.card');
  const isWide = useIsDesktop();
  const card = useBankCard();
  const profile = useProfile();
  const failed = card.isError && card.data === undefined ? card : profile.isError ? profile : null;
  const retry = () => {
    void card.refetch();
    void profile.refetch();
  };
  return (
    <Page columns bar={<NavBar title={t('add')} onBack={() => goBack(paths.bank())} />}>
      {card.data === undefined || profile.data === undefined ? (
        failed !== null ? (
          <LoadFailed error={failed.error} onRetry={retry} />
        ) : (
          <Loading onRetry={retry}>
            <Columns
              isWide={isWide}
              before={<Skeleton className="mx-auto mb-2 h-52 w-full max-w-[26rem] rounded-card" />}
            >
              <SkeletonForm fields={4} />
            </Columns>
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
  const t = useTranslations('verification.card');
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
  const t = useTranslations('verification.card');
  const actions = useTranslations('common.actions');
  const bind = useBindCard();
  const [isReading, setIsReading] = useState(false);
  const [startedWith] = useState(typed.get());
  const form = useContractForm<keyof CardValues, BankCardBody>({
    id: 'card',
    places: CARD_PLACES,
    initial: startedWith,
    request: cardRequest,
    check: (values) => cardErrors(values, name !== null),
    async send(body, idempotencyKey) {
      await bind.mutateAsync({ body, idempotencyKey });
      setIsReading(false);
      typed.set(EMPTY_CARD);
      forgetPlace();
      showToast(t('done'), 'success');
      navigate(paths.bank(), { replace: true });
    },
    reveal: (field) => setIsReading(field === 'withdrawPwd'),
    onRefused: () => form.forget('withdrawPwd'),
    onTyped: (values) => typed.set({ ...values, withdrawPwd: '' }),
  });
  const values = useWatch({ control: form.control });
  const number = values['number'] ?? '';
  const bank = (values['bank'] ?? '').trim() === '' ? null : (values['bank'] ?? '');
  const numberField = form.field('number');
  const isWide = useIsDesktop();

  function onNumber(event: ChangeEvent<HTMLInputElement>) {
    const input = event.target;
    const typed = groupedWhileTyping(input.value, input.selectionStart ?? input.value.length);
    form.change('number', typed.text);
    input.setSelectionRange(typed.caret, typed.caret);
    const known = bankOf(typed.text);
    if (known !== null && known !== bank) form.change('bank', known);
  }

  // Enter in a field goes on, as a press on the button that is in front.
  function goOn(event: SyntheticEvent) {
    if (isReading) return form.submit(event);
    event.preventDefault();
    void form.passes(PAGE_FIELDS).then((passes) => passes && setIsReading(true));
  }

  return (
    <form noValidate onSubmit={goOn}>
      <Columns
        isWide={isWide}
        before={
          <div className="flex justify-center">
            <BankCardFace bank={bank} number={number} holder={(values['holder'] ?? '') || (name ?? t('holder'))} />
          </div>
        }
      >
        {isVerified && name !== null ? (
          <TextField label={t('holder')} value={name} readOnly disabled hint={t('holderLocked')} />
        ) : (
          <TextField
            {...form.field('holder')}
            label={t('holder')}
            hint={name === null ? t('holderHint') : t('holderKnown', { name })}
            autoComplete="cc-name"
            maxLength={PERSON_NAME_MAX}
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
        <TextField
          {...form.field('branch')}
          label={t('branch')}
          hint={t('branchHint')}
          maxLength={64}
          labelAside={
            <a
              href={hrefTo(paths.chooseLocation('branch'))}
              onClick={() => askForPlace('branch')}
              className="text-body-s text-link"
            >
              {t('onMap')}
            </a>
          }
        />
        <FormMessage>{isReading ? '' : form.message}</FormMessage>
        <StickyAction>
          <PickedPlace hasBranch={(values['branch'] ?? '') !== ''} onFill={(place) => form.change('branch', place)} />
          <Button type="submit" block>
            {t('next')}
          </Button>
        </StickyAction>
      </Columns>
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
        <Button type="submit" block loading={form.isSending} loadingText={actions('submitting')}>
          {t('bind')}
        </Button>
      </Sheet>
    </form>
  );
}

/** The place that the member chose on the map. It is filled in only if they say so. */
function PickedPlace({ hasBranch, onFill }: { hasBranch: boolean; onFill: (place: string) => void }) {
  const t = useTranslations('verification.card');
  const place = useObservable(placeErrand)?.place ?? null;
  if (place === null) return null;
  const text = place.name ?? `${place.latitude}, ${place.longitude}`;
  return (
    <div role="status" className="mb-3 rounded-card border border-line bg-surface-1 px-4 py-3">
      <p className="text-body-s text-text-2">{t('picked', { place: text })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="small"
          onClick={() => {
            onFill(text);
            forgetPlace();
          }}
        >
          {t(hasBranch ? 'replace' : 'fill')}
        </Button>
        <Button variant="text" size="small" onClick={forgetPlace}>
          {t('dropPick')}
        </Button>
      </div>
    </div>
  );
}

/** Screen readers read the number digit by digit, in its groups. */
function spoken(number: string): string {
  return number
    .split(' ')
    .map((group) => [...group].join(' '))
    .join(', ');
}
