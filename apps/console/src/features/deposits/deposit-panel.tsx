/* Everything that is needed to decide about one deposit. */

import { readOperatorDepositProof } from '@candor/contract/calls/console/cashier';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { groupDigits } from '@candor/ui/figures';
import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useLanguage } from '../../lib/language.ts';
import { ActBar } from '../../services/cashier/act-bar.tsx';
import { AccountNumber } from '../../services/cashier/bank-card.tsx';
import { BlockNotice } from '../../services/cashier/block-mark.tsx';
import { ChangedNotice } from '../../services/cashier/changed-notice.tsx';
import { Copied } from '../../services/cashier/copied.tsx';
import { MemberLink } from '../../services/cashier/member-link.tsx';
import { usePageName } from '../../services/cashier/page-name.ts';
import { PanelSection } from '../../services/cashier/panel-section.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { StateBadge } from '../../services/cashier/state-badge.tsx';
import { StatementsLink } from '../../services/cashier/statements-link.tsx';
import { StepList } from '../../services/cashier/step-list.tsx';
import type { Review } from '../../services/cashier/use-review.ts';
import { Checks, namesFit, useMemberChecks } from '../../services/member/checks.tsx';
import type { Check } from '../../services/member/checks.tsx';
import { MemberContext } from '../../services/member/member-context.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import type { Fact } from '../../services/queue/facts.tsx';
import { CreditNotes } from './credit-notes.tsx';
import { ChainFacts } from './chain-facts.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';
import { useState } from 'react';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useObjectUrl } from '../../lib/object-url.ts';
import { api } from '../../services/api/request.ts';

type DepositPanelProps = {
  deposit: OperatorDeposit;
  review: Review<OperatorDeposit, 'approve' | 'reject'>;
  mayReview: boolean;
};

export function DepositPanel({ deposit, review, mayReview }: DepositPanelProps) {
  const momentText = useMomentText();
  const t = useTranslations('cashier');
  const moneyText = useMoneyText();
  const language = useLanguage();
  const pageName = usePageName();
  const { status, amount, credited, takenBy, member } = deposit;
  return (
    <Stack gap="md">
      <ChangedNotice item={deposit} />
      <div>
        <Group justify="space-between" align="center">
          <Text fz="1.75rem" lh={1.2} fw={650} className="figures">
            {moneyText(amount)}
          </Text>
          <StateBadge state={status} />
        </Group>
        <Text c="dimmed">
          <MemberLink member={member} /> · {deposit.names[language]}
          {takenBy !== null && ` · ${t('with', { name: takenBy.username })}`}
        </Text>
      </div>
      <BlockNotice block={deposit.decidedAt === null ? deposit.block : null} member={member} stops="deposit" />
      {status === 'seconding' && <Proposal deposit={deposit} />}
      {deposit.decidedAt === null && <DepositChecks deposit={deposit} />}
      <PanelSection title={t('amounts')}>
        <Facts facts={amountFacts()} />
      </PanelSection>
      <PanelSection title={t('deposits.payment')}>
        <Facts facts={paymentFacts()} />
      </PanelSection>
      {deposit.txid !== null && (
        <PanelSection title={t('deposits.chain.title')}>
          <ChainFacts deposit={deposit} />
        </PanelSection>
      )}
      <PanelSection title={t('deposits.proof')}>
        {deposit.proof === null ? (
          <Text c="dimmed">{t('deposits.noProof')}</Text>
        ) : (
          <ProofPicture id={deposit.id} reference={deposit.reference} />
        )}
      </PanelSection>
      <PanelSection title={t('steps')}>
        <StepList steps={deposit.steps} />
      </PanelSection>
      <StatementsLink id={deposit.id} />
      <MemberContext id={member.id} openId={deposit.id} />
      {mayReview && <ActBar item={deposit} review={review} />}
    </Stack>
  );

  function amountFacts() {
    const isOther = deposit.kind === 'usdt';
    return [
      [t('deposits.submitted'), moneyText(amount)] as const,
      ...(isOther
        ? ([
            [t('deposits.sent'), `${groupDigits(deposit.assetAmount)} ${deposit.asset}`],
            [t('deposits.rate'), `1 ${deposit.asset} = ${moneyText(deposit.rate)}`],
            [t('deposits.rateUntil'), momentText(deposit.rateUntil)],
          ] as const)
        : []),
      ...(credited === null
        ? []
        : [
            [
              t(status === 'approved' ? 'deposits.creditedNow' : 'deposits.creditedProposed'),
              moneyText(credited),
            ] as const,
          ]),
    ];
  }

  function paymentFacts() {
    const { instructions, payer, txid, reference } = deposit;
    const names = ['bank', 'branch', 'holder', 'number', 'address', 'url'] as const;
    return [
      [t('reference'), <Copied key="reference" value={reference} name={t('reference')} />] as const,
      [t('deposits.payer'), payer ?? '—'] as const,
      ...(txid === null
        ? []
        : [[t('deposits.txid'), <Copied key="txid" value={txid} name={t('deposits.txid')} />] as const]),
      ...names.flatMap((name): Fact[] => {
        const value = instructions[name];
        if (value === undefined) return [];
        const label = t(`deposits.instructions.${name}`);
        if (name !== 'number' && name !== 'address') return [[label, name === 'url' ? pageName(value) : value]];
        const shown = name === 'number' ? <AccountNumber number={value} /> : value;
        return [[label, <Copied key={name} value={value} shown={shown} name={label} />]];
      }),
    ];
  }
}

/** Whether the member paid themselves, and what speaks against them. */
function DepositChecks({ deposit }: { deposit: OperatorDeposit }) {
  const t = useTranslations('work.checks');
  const { member, checks } = useMemberChecks(deposit.member.id, 'deposits', deposit.id);
  if (member === undefined) return null;
  const [name, payer] = [member.realName, deposit.payer];
  const proof: Check = {
    name: 'proof',
    verdict: deposit.proof === null ? 'open' : 'good',
    text: t(deposit.proof === null ? 'noProof' : 'proofGiven'),
  };
  return <Checks checks={[...(deposit.txid === null ? [payerCheck()] : []), proof, ...checks]} />;

  function payerCheck(): Check {
    if (payer === null) return { name: 'payer', verdict: 'open', text: t('noPayer') };
    if (name === null) return { name: 'payer', verdict: 'open', text: t('noName') };
    return namesFit(name, payer)
      ? { name: 'payer', verdict: 'good', text: t('payerFits', { name: payer }) }
      : { name: 'payer', verdict: 'differs', text: t('payerDiffers', { payer, name }) };
  }
}

/** What the first operator said, for the second. Nothing of it is credited yet. */
function Proposal({ deposit }: { deposit: OperatorDeposit }) {
  const t = useTranslations('cashier');
  const reasonText = useReasonWords();
  const moneyText = useMoneyText();
  const { firstBy, credited, amount, reason, note } = deposit;
  const isOther = credited !== null && credited !== amount;
  return (
    <Alert
      color="var(--candor-tone-wait)"
      title={t(isOther ? 'deposits.proposal' : 'deposits.approval', { name: firstBy?.username ?? '' })}
    >
      <Stack gap="xs">
        {isOther && (
          <Facts
            facts={[
              [t('deposits.submitted'), moneyText(amount)],
              [t('deposits.proposed'), <strong key="amount">{moneyText(credited)}</strong>],
              [t('reason'), reason === null ? '—' : reasonText(reason, note)],
            ]}
          />
        )}
        <CreditNotes deposit={deposit} credited={credited ?? amount} />
        <Text>{t('deposits.notCredited')}</Text>
      </Stack>
    </Alert>
  );
}

/** The picture of the payment. It is read when it is asked for: every reading is in the audit log. */
function ProofPicture({ id, reference }: { id: string; reference: string }) {
  const t = useTranslations('cashier.deposits');
  const common = useTranslations('common.states');
  const messageOf = useMessageOf();
  const [isWanted, setWanted] = useState(false);
  const picture = useQuery({
    queryKey: ['depositProof', id],
    queryFn: async ({ signal }) => await api.picture(readOperatorDepositProof, { params: { id }, signal }),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const url = useObjectUrl(picture.data);
  if (!isWanted)
    return (
      <Button variant="default" leftSection={<Image size={16} aria-hidden />} onClick={() => setWanted(true)}>
        {t('showProof')}
      </Button>
    );
  if (picture.error !== null)
    return (
      <Alert color="red" role="alert">
        <Stack gap="xs" align="start">
          {messageOf(picture.error)}
          <Button size="compact-sm" variant="default" onClick={() => void picture.refetch()}>
            {common('retry')}
          </Button>
        </Stack>
      </Alert>
    );
  if (url === '') return <Skeleton height={240} radius="md" aria-label={common('loading')} role="status" />;
  return (
    <a href={url} target="_blank" rel="noreferrer" title={t('proofWhole')}>
      <img src={url} alt={t('proofAlt', { reference })} className="proof" />
    </a>
  );
}
