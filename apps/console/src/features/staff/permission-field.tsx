/* The permissions of a role, by area: each group can be taken whole, and says how much of it is. */

import type { ReactNode } from 'react';
import { Checkbox, Input } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useAllPermissions, usePermissionText } from '../../services/operator/permission-words.ts';
import { groupsOf, withGroup } from './permission-groups.ts';
import type { PermissionGroup } from './permission-groups.ts';

type PermissionFieldProps = {
  readonly label: string;
  readonly value?: string[];
  readonly error?: ReactNode;
  readonly onChange?: (permissions: string[]) => void;
};

export function PermissionField({ label, value = [], error, onChange }: PermissionFieldProps) {
  const t = useTranslations('staff');
  const all = useAllPermissions();
  const chosen = all.filter((one) => value.includes(one)).length;
  return (
    <Input.Wrapper
      labelElement="div"
      label={
        <>
          {label} <span className="optional figures">{t('chosenOf', { chosen, all: all.length })}</span>
        </>
      }
      error={error}
    >
      <div className="permission-groups">
        {groupsOf(all).map((group) => (
          <Group
            key={group.area}
            group={group}
            value={value}
            onChange={(next) => onChange?.(all.filter((one) => next.includes(one)))}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}

function Group({
  group: { area, permissions },
  value,
  onChange,
}: {
  group: PermissionGroup;
  value: readonly string[];
  onChange: (next: readonly string[]) => void;
}) {
  const t = useTranslations('staff');
  const textOf = usePermissionText();
  const chosen = permissions.filter((one) => value.includes(one)).length;
  const isAll = chosen === permissions.length;
  return (
    <fieldset className="permission-group">
      <legend className="visually-hidden">{t(`areaOf.${area}`)}</legend>
      <div className="permission-group-head">
        <Checkbox
          size="sm"
          label={t(`areaOf.${area}`)}
          aria-label={t('allOf', { area: t(`areaOf.${area}`) })}
          checked={isAll}
          indeterminate={chosen > 0 && !isAll}
          onChange={() => onChange(withGroup(value, permissions, !isAll))}
        />
        <span className="optional figures">{t('chosenOf', { chosen, all: permissions.length })}</span>
      </div>
      {permissions.map((permission) => (
        <Checkbox
          key={permission}
          size="sm"
          label={textOf(permission)}
          checked={value.includes(permission)}
          onChange={({ currentTarget }) => onChange(withGroup(value, [permission], currentTarget.checked))}
        />
      ))}
    </fieldset>
  );
}
