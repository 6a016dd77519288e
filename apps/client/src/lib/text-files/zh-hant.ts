import type { TextFile, TextLoaders, Texts } from '../messages.ts';

export const ZH_HANT_FILES: TextLoaders = {
  ...import.meta.glob<Texts[TextFile]>('../../locales/zh-Hant/*.json', {
    import: 'default',
  }),
  // The texts of reasons are the contract's: the console shows them too.
  '../../locales/zh-Hant/reasons.json': async () => (await import('@candor/contract/reasons/zh-hant')).ZH_HANT_REASONS,
};
