import { useTranslations } from 'use-intl';
import { useChannel } from './channel.ts';

const MEMBER_TOPICS = ['deposit', 'withdrawal', 'safety', 'rules'] as const;
const VISITOR_TOPICS = ['register', 'login', 'rules'] as const;

/** What people often ask, as the beginning of a message. Nothing is sent by a press. */
export function Topics({ onChoose }: { onChoose: (text: string) => void }) {
  const t = useTranslations('support.topics');
  const topics = useChannel() === 'member' ? MEMBER_TOPICS : VISITOR_TOPICS;
  return (
    <div
      role="group"
      aria-label={t('label')}
      className="scroll-quiet -mx-[var(--gutter)] flex gap-2 overflow-x-auto px-[var(--gutter)]"
    >
      {topics.map((topic) => (
        <button
          key={topic}
          type="button"
          onClick={() => onChoose(t(`text.${topic}`))}
          className="press min-h-11 shrink-0 rounded-full border border-line bg-surface-2 px-4 text-body-s font-medium whitespace-nowrap text-text-1"
        >
          {t(`name.${topic}`)}
        </button>
      ))}
    </div>
  );
}
