import { useState } from 'react';
import { Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** The codes on paper, shown this once. Going on needs a word that they are kept. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations('entry');
  const [isKept, setKept] = useState(false);
  return (
    <Stack gap="md">
      <SimpleGrid cols={2} spacing="xs">
        {codes.map((code) => (
          <Code key={code} fz="md" p="xs" ta="center" className="figures">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copyAll')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Checkbox
        label={t('keptCodes')}
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Button size="md" disabled={!isKept} onClick={onDone}>
        {t('goOn')}
      </Button>
    </Stack>
  );
}
