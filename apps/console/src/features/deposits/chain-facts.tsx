import { Text } from '@mantine/core';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { groupDigits } from '@candor/ui/figures';
import { Facts } from '../../services/queue/facts.tsx';
import { judgeChain } from './judge-chain.ts';
import type { Judged } from './judge-chain.ts';
import { useMomentText } from '../../services/moments/moments.tsx';

/** What the chain says of the payment, beside what the member says. */
export function ChainFacts({ deposit }: { deposit: OperatorDeposit }) {
  const momentText = useMomentText();
  const t = useTranslations('cashier.deposits.chain');
  const { chain, asset } = deposit;
  if (chain === null) return <Text c="dimmed">{t('unchecked')}</Text>;
  const judged = judgeChain(chain);
  return (
    <Facts
      facts={[
        [t('transfer'), <Verdict key="found" verdict={judged.found} text={t(chain.found ? 'found' : 'notFound')} />],
        ...(chain.found
          ? ([
              [
                t('recipient'),
                <Verdict key="recipient" verdict={judged.recipient} text={t(chain.recipientFits ? 'fits' : 'differs')}>
                  {chain.recipientFits ? null : chain.recipient}
                </Verdict>,
              ],
              [
                t('amount'),
                <Verdict key="amount" verdict={judged.amount} text={t(chain.amountFits ? 'fits' : 'differs')}>
                  {chain.amount === null ? null : `${groupDigits(chain.amount)} ${asset}`}
                </Verdict>,
              ],
              [
                t('confirmations'),
                <Verdict
                  key="confirmations"
                  verdict={judged.confirmations}
                  text={t('ofConfirmations', { count: chain.confirmations ?? 0, needed: chain.needed })}
                />,
              ],
            ] as const)
          : []),
        [t('checkedAt'), momentText(chain.checkedAt)],
      ]}
    />
  );
}

const APPEARANCE = {
  good: ['teal.9', CircleCheck],
  bad: ['red.8', CircleX],
  waiting: ['accent.8', Clock],
} as const;

function Verdict({ verdict, text, children }: { verdict: Judged; text: string; children?: ReactNode }) {
  const [color, Icon] = APPEARANCE[verdict];
  return (
    <>
      <Text span c={color} fw={500} style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
        <Icon size={15} aria-hidden />
        {text}
      </Text>
      {children !== undefined && children !== null && <Text className="wrap-anywhere">{children}</Text>}
    </>
  );
}
