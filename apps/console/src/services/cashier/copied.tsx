import type { ReactNode } from 'react';
import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'use-intl';

/** A value that is needed elsewhere, such as in the bank's own page, with a button that copies it. */
export function Copied({ value, name, shown }: { value: string; name: string; shown?: ReactNode }) {
  const t = useTranslations('cashier');
  return (
    <Group gap={4} wrap="nowrap" align="start">
      <Text span className="wrap-anywhere figures" inherit>
        {shown ?? value}
      </Text>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'copied' : 'copy')}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal.9' : 'gray.7'}
              size="sm"
              aria-label={t(copied ? 'copiedName' : 'copyName', { name })}
              onClick={(event) => {
                // In a table, a press on the row would open it.
                event.stopPropagation();
                copy();
              }}
            >
              {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
