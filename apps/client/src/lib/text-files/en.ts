import type { TextFile, TextLoaders, Texts } from '../messages.ts';

export const EN_FILES: TextLoaders = import.meta.glob<Texts[TextFile]>('../../locales/en/*.json', {
  import: 'default',
});
