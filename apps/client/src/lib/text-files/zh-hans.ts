import type { TextFile, TextLoaders, Texts } from '../messages.ts';

export const ZH_HANS_FILES: TextLoaders = import.meta.glob<Texts[TextFile]>('../../locales/zh-Hans/*.json', {
  import: 'default',
});
