import type { TextFile, TextLoaders, Texts } from '../messages.ts';

export const ZH_HANT_FILES: TextLoaders = import.meta.glob<Texts[TextFile]>('../../locales/zh-Hant/*.json', {
  import: 'default',
});
