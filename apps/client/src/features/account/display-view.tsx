/*
 * How the app looks and speaks. Every choice is applied at once; services/session/account-appearance.ts keeps it for the account.
 */

import { LANGUAGES } from '@candor/contract/languages';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Card, Page } from '@candor/ui/page.tsx';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { switchLanguage } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES, useLanguage } from '../../lib/language.ts';
import { goBack } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { changeDisplay, updownOf, useDisplay } from '../../lib/preferences.ts';
import { CandlePreview } from './candle-preview.tsx';
import { Choice, Toggle } from './display-choice.tsx';
import { NoticeChoices } from './notice-choices.tsx';
import { PushChoices } from './push-choices.tsx';
import { OneTapChoice } from './one-tap-choice.tsx';

const THEMES = ['dark', 'light', 'system'] as const;
const UPDOWNS = ['red-up', 'green-up', 'blue-up'] as const;

export function DisplayView() {
  const t = useTranslations('account.display');
  const language = useLanguage();
  const display = useDisplay();
  const updown = updownOf(display.updown, language);
  return (
    <Page bar={<NavBar title={t('title')} onBack={() => goBack(paths.account())} />}>
      <div className="flex flex-col gap-4">
        <Choice title={t('language')}>
          <SegmentedControl
            label={t('language')}
            options={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{LANGUAGE_NAMES[value]}</span> }))}
            value={language}
            onChange={(chosen) => {
              void switchLanguage(chosen).then((done) => {
                if (!done) showToast(t('languageFailed'), 'danger');
              });
            }}
          />
        </Choice>
        <Choice title={t('theme')}>
          <SegmentedControl
            label={t('theme')}
            options={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
            value={display.theme}
            onChange={(theme) => changeDisplay({ theme })}
          />
        </Choice>
        <Choice title={t('updown')}>
          <SegmentedControl
            label={t('updown')}
            options={UPDOWNS.map((value) => ({ value, label: t(`updowns.${value}`) }))}
            value={updown}
            onChange={(chosen) => changeDisplay({ updown: chosen })}
          />
          <div className="mt-3">
            <CandlePreview hollowUp={display.hollowUp} />
          </div>
          <Toggle
            title={t('hollowUp')}
            hint={t('hollowUpHint')}
            checked={display.hollowUp}
            onChange={(hollowUp) => changeDisplay({ hollowUp })}
          />
        </Choice>
        <Card className="py-2">
          <Toggle
            title={t('care')}
            hint={t('careHint')}
            checked={display.care === 'on'}
            onChange={(on) => changeDisplay({ care: on ? 'on' : 'off' })}
          />
          <Toggle
            title={t('amountsHidden')}
            hint={t('amountsHiddenHint')}
            checked={display.amountsHidden}
            onChange={(amountsHidden) => changeDisplay({ amountsHidden })}
          />
          {'wakeLock' in navigator && (
            <Toggle
              title={t('keepAwake')}
              hint={t('keepAwakeHint')}
              checked={display.keepAwake}
              onChange={(keepAwake) => changeDisplay({ keepAwake })}
            />
          )}
        </Card>
        <OneTapChoice />
        <NoticeChoices />
        <PushChoices />
        <p className="px-1 text-caption text-text-3">{t('kept')}</p>
      </div>
    </Page>
  );
}
