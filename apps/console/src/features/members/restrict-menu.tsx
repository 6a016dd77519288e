/* What an operator may forbid a member, in one menu beside the name. Each of it asks for its reason, and can be lifted there again. */

import { useState } from 'react';
import { Alert, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { forbidMember, freezeMember, listMembers } from '@candor/contract/calls/console/members';
import { forbidBody, freezeBody, RESTRICTIONS } from '@candor/contract/console-members';
import type { MemberDetailView, Restriction } from '@candor/contract/console-members';
import { REASONS } from '@candor/contract/reasons';
import { call } from '../../services/api/request.ts';
import { useMember } from '../../services/member/use-member.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import type { Decision } from '../../services/queue/decision-form.tsx';
import { queueKey } from '../../services/queue/queue-of.ts';
import { readAgain } from '../../services/queue/read-again.ts';

type Change = { readonly kind: Restriction; readonly restricted: boolean };

export function RestrictMenu({ id }: { id: string }) {
  const t = useTranslations('members');
  const may = useMay();
  const { id: ownId } = useOperator();
  const { data: member } = useMember(id);
  const [change, setChange] = useState<Change | null>(null);
  const kinds = RESTRICTIONS.filter((kind) =>
    may(kind === 'frozen' ? 'member:profile:freeze' : 'member:profile:forbid'),
  );
  if (ownId === id || member === undefined || kinds.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <Button size="compact-md" variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            {t('restrict')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => {
            const restricted = !member.restrictions.includes(kind);
            return (
              <Menu.Item
                key={kind}
                {...(restricted ? { color: 'red.8' } : {})}
                onClick={() => setChange({ kind, restricted })}
              >
                {t(`act.${kind}.${restricted ? 'set' : 'lift'}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {change !== null && <Restrict member={member} change={change} onClose={() => setChange(null)} />}
    </>
  );
}

function Restrict({ member, change, onClose }: { member: MemberDetailView; change: Change; onClose: () => void }) {
  const t = useTranslations('members');
  const client = useQueryClient();
  const { kind, restricted } = change;
  const submit = async ({ reason, note, key }: Decision) => {
    const given = { params: { id: member.id }, idempotencyKey: key };
    const body = { restricted, reason, note };
    await (kind === 'frozen'
      ? call(freezeMember, { ...given, body: freezeBody.parse(body) })
      : call(forbidMember, { ...given, body: forbidBody.parse({ ...body, kind }) }));
    await Promise.all([
      client.invalidateQueries({ queryKey: ['member', member.id] }),
      readAgain(client, queueKey(listMembers)),
    ]);
    notifications.show({ message: t('done'), color: 'teal' });
  };
  return (
    <DecisionForm
      title={`${t(`act.${kind}.${restricted ? 'set' : 'lift'}`)} · ${member.username}`}
      submit={t(`act.${kind}.${restricted ? 'set' : 'lift'}`)}
      isDangerous={restricted}
      told={restricted ? { subject: kind, language: member.language } : REASONS.lifted}
      onSubmit={submit}
      onClose={onClose}
    >
      <Alert color={restricted ? 'orange' : 'blue'}>{t(restricted ? `effect.${kind}` : 'effect.lift')}</Alert>
    </DecisionForm>
  );
}
