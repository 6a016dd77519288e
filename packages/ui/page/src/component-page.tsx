import { useEffect, useMemo, useState } from 'react';
import { ToastHost } from '../../src/toast.tsx';
import { UiTextsProvider } from '../../src/ui-texts.tsx';
import type { UiTexts } from '../../src/ui-texts.tsx';
import { applyLook, FRAME, LanguageContext, LANGUAGES, readLook, searchOf } from './look.ts';
import type { Language, Look } from './look.ts';
import { placeOf } from './specimen.tsx';
import type { Specimen } from './specimen.tsx';
import { GROUPS } from './groups.ts';

const UI_TEXTS: Record<Language, UiTexts> = {
  'zh-Hans': textsOf(['返回', '清除', '关闭', '已复制', '复制', '加载失败', '隐藏密码', '加载中...', '显示密码']),
  'zh-Hant': textsOf(['返回', '清除', '關閉', '已複製', '複製', '載入失敗', '隱藏密碼', '載入中...', '顯示密碼']),
  en: textsOf(['Back', 'Clear', 'Close', 'Copied', 'Copy', 'Could not load', 'Hide', 'Loading...', 'Show']),
};

function textsOf(words: readonly string[]): UiTexts {
  const [back = '', clear = '', close = '', copied = '', copy = '', failed = '', hidePassword = ''] = words;
  const [loading = '', showPassword = ''] = words.slice(7);
  return { back, clear, close, copied, copy, failed, hidePassword, loading, showPassword };
}

export function ComponentPage() {
  const [look, setLook] = useState(() => readLook(location.search));
  const isFrame = new URLSearchParams(location.search).has(FRAME);
  useEffect(() => {
    applyLook(look);
    if (!isFrame) history.replaceState(null, '', searchOf(look) + location.hash);
  }, [look, isFrame]);
  useEffect(() => {
    document.querySelector(`[id="${location.hash.slice(1)}"]`)?.scrollIntoView();
  }, []);
  const body = useMemo(() => (look.theme === 'both' ? <BothThemes look={look} /> : <Specimens />), [look]);
  return (
    <LanguageContext value={look.lang}>
      <UiTextsProvider texts={UI_TEXTS[look.lang]}>
        {!isFrame && <Bar look={look} onChange={setLook} />}
        {body}
        <ToastHost />
      </UiTextsProvider>
    </LanguageContext>
  );
}

function Bar({ look, onChange }: { look: Look; onChange: (look: Look) => void }) {
  return (
    <header
      lang="en"
      className="hairline-b sticky top-0 z-30 flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 bg-bg px-6 py-2"
    >
      <p className="me-auto text-body-s font-bold">
        Candor <span className="font-normal text-text-3">components</span>
      </p>
      <Choice name="Theme" values={['dark', 'light', 'both']} of={look} at="theme" onChange={onChange} />
      <Choice name="Language" values={LANGUAGES} of={look} at="lang" onChange={onChange} />
      <Choice name="Care mode" values={['off', 'on']} of={look} at="care" onChange={onChange} />
      <Choice name="Colours" values={['red-up', 'green-up', 'blue-up']} of={look} at="updown" onChange={onChange} />
    </header>
  );
}

type ChoiceProps<K extends keyof Look> = {
  name: string;
  values: readonly Look[K][];
  of: Look;
  at: K;
  onChange: (look: Look) => void;
};

function Choice<K extends keyof Look>({ name, values, of, at, onChange }: ChoiceProps<K>) {
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{name}</legend>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={of[at] === value}
          onClick={() => onChange({ ...of, [at]: value })}
          className="press min-h-8 rounded-full px-3 text-caption text-text-2 hover:bg-surface-2 aria-pressed:bg-text-1 aria-pressed:text-bg"
        >
          {value}
        </button>
      ))}
    </fieldset>
  );
}

function BothThemes({ look }: { look: Look }) {
  return (
    <div className="grid h-[calc(100dvh-3.5rem)] grid-cols-2">
      {(['dark', 'light'] as const).map((theme) => (
        // The page itself: a sandbox would hold nothing back.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={theme}
          title={theme}
          src={`${searchOf({ ...look, theme }, true)}${location.hash}`}
          className="size-full border-0"
        />
      ))}
    </div>
  );
}

function Specimens() {
  return (
    <div className="mx-auto flex max-w-[90rem] gap-8 px-6 py-8">
      <nav
        lang="en"
        aria-label="Components"
        className="scroll-quiet sticky top-20 hidden h-[calc(100dvh-6rem)] w-44 shrink-0 overflow-y-auto xl:block"
      >
        {GROUPS.map((group) => (
          <div key={group.name} className="mb-6">
            <p className="mb-2 text-caption text-text-3">{group.name}</p>
            {group.specimens.map((specimen) => (
              <a
                key={specimen.names[0]}
                href={`#${placeOf(specimen)}`}
                className="block py-1 text-body-s text-text-2 hover:text-text-1"
              >
                {specimen.names[0]}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <main className="min-w-0 flex-1">
        {GROUPS.map((group) => (
          <div key={group.name} className="mb-8">
            <h1 lang="en" className="mb-6 text-title-1">
              {group.name}
            </h1>
            <div className="grid items-start gap-6 xxl:grid-cols-2">
              {group.specimens.map((specimen) => (
                <Frame key={specimen.names[0]} {...specimen} />
              ))}
            </div>
          </div>
        ))}
      </main>
    </div>
  );
}

function Frame(specimen: Specimen) {
  const { names, about, isWide = false, Show } = specimen;
  const place = placeOf(specimen);
  return (
    <section
      id={place}
      className={`min-w-0 rounded-card border border-line ${isWide ? 'xxl:col-span-2' : ''}`}
      aria-label={names[0]}
    >
      <header lang="en" className="hairline-b flex flex-wrap items-baseline gap-x-4 px-6 py-4">
        <h2 className="text-title-2">
          <a href={`#${place}`}>{names.join(' · ')}</a>
        </h2>
        <p className="text-body-s text-text-3">{about}</p>
      </header>
      <div className="p-6">
        <Show />
      </div>
    </section>
  );
}
