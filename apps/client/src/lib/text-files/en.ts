import type { TextFile, TextLoaders, Texts } from '../messages.ts';

export const EN_FILES: TextLoaders = {
  ...import.meta.glob<Texts[TextFile]>('../../locales/en/*.json', {
    import: 'default',
  }),
  // The texts of reasons are the contract's: the console shows them too.
  '../../locales/en/reasons.json': async () => (await import('@candor/contract/reasons/en')).EN_REASONS,
};
