import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslations } from 'use-intl';

const SCHEMES = [
  ['light', Sun],
  ['dark', Moon],
  ['auto', Monitor],
] as const;

/** Light, dark, or as the system says. */
export function SchemeMenu() {
  const t = useTranslations('common.scheme');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (chosen: string) => {
    const scheme = SCHEMES.find(([name]) => name === chosen)?.[0];
    if (scheme !== undefined) setColorScheme(scheme);
  };
  const Icon = SCHEMES.find(([name]) => name === colorScheme)?.[1] ?? Monitor;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('label')}>
          <Icon size={18} strokeWidth={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {SCHEMES.map(([name, SchemeIcon]) => (
            <Menu.RadioItem
              key={name}
              value={name}
              closeMenuOnClick
              rightSection={<SchemeIcon size={16} aria-hidden />}
            >
              {t(name)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
