import type { TextFile, TextLoaders, Texts } from '../messages.ts';

export const ZH_HANS_FILES: TextLoaders = {
  ...import.meta.glob<Texts[TextFile]>('../../locales/zh-Hans/*.json', {
    import: 'default',
  }),
  // The texts of reasons are the contract's: the console shows them too.
  '../../locales/zh-Hans/reasons.json': async () => (await import('@candor/contract/reasons/zh-hans')).ZH_HANS_REASONS,
};
