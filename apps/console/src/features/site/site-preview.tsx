import { Box, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { logoPath } from '../../services/site/site-logo.tsx';
import { contrast, GROUNDS, siteColour } from '@candor/domain/site/site-colour';

/** The colour of the product, where a site has none of its own. */
const OURS = '#ff9f1a';
const WORDS = { dark: '#f3f4f7', light: '#14161c' } as const;

/** How members see name, logo and main buttons, in both themes. */
export function SitePreview({ name, logo, primary }: { name: string; logo: string | null; primary: string | null }) {
  const t = useTranslations('site');
  const colour = siteColour(/^#[0-9a-f]{6}$/.test(primary ?? '') ? (primary ?? OURS) : OURS);
  return (
    <Box component="section" aria-label={t('preview')}>
      <Text fz="sm" c="dimmed" mb={4}>
        {t('preview')}
      </Text>
      <Group gap="sm" grow>
        {(['dark', 'light'] as const).map((theme) => (
          <Box
            key={theme}
            p="md"
            style={{
              background: GROUNDS[theme][1],
              color: WORDS[theme],
              borderRadius: 12,
              minWidth: 0,
              border: '1px solid var(--candor-line)',
            }}
          >
            <Group gap="xs" mb="sm" wrap="nowrap">
              {logo === null ? (
                <Text fw={700} truncate>
                  {name}
                </Text>
              ) : (
                <img src={logoPath(logo)} alt={name} style={{ height: 32, maxWidth: 160, objectFit: 'contain' }} />
              )}
            </Group>
            <Box
              p="xs"
              style={{
                background: colour.primary,
                color: colour.label,
                borderRadius: 8,
                textAlign: 'center',
                fontWeight: 700,
              }}
            >
              {t('previewButton')}
            </Box>
            <Text fz="xs" mt={4} className="figures">
              {t('contrast', { ratio: contrast(colour.primary, colour.label).toFixed(1) })}
            </Text>
          </Box>
        ))}
      </Group>
    </Box>
  );
}
