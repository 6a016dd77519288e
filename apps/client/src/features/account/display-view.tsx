/*
 * How the app looks and speaks. Every choice is applied at once; services/session/account-appearance.ts keeps it for the account.
 */

import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Card, Page } from '@candor/ui/page.tsx';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { switchLanguage } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES, offered, useLanguage } from '../../lib/language.ts';
import { useObservable } from '../../lib/observable.ts';
import { goBack } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { changeDisplay, updownOf, useDisplay } from '../../lib/preferences.ts';
import { Choice, Toggle } from './display-choice.tsx';
import { NoticeChoices } from './notice-choices.tsx';
import { PushChoices } from './push-choices.tsx';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { formatMoney } from '../../lib/format.ts';
import { changeOneTap, useOneTap } from '../../services/one-tap/one-tap.ts';
import { useSession } from '../../services/session/session.ts';
import { useSite } from '../../services/session/site.ts';

const THEMES = ['dark', 'light', 'system'] as const;
const UPDOWNS = ['red-up', 'green-up', 'blue-up'] as const;

export function DisplayView() {
  const t = useTranslations('account.display');
  const language = useLanguage();
  const languages = useObservable(offered);
  const display = useDisplay();
  const updown = updownOf(display.updown, language);
  return (
    <Page bar={<NavBar title={t('title')} onBack={() => goBack(paths.account())} />}>
      <div className="flex flex-col gap-4">
        <Choice title={t('language')}>
          <SegmentedControl
            label={t('language')}
            options={languages.map((value) => ({ value, label: <span lang={value}>{LANGUAGE_NAMES[value]}</span> }))}
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

const OneTapSheet = lazy(() =>
  import('../../services/one-tap/one-tap-sheet.tsx').then((module) => ({ default: module.OneTapSheet })),
);

/** One-tap orders: switched on with a limit, in the sheet that explains them; switched off at once. */
function OneTapChoice() {
  const t = useTranslations('trade.oneTap');
  const account = useSession((state) => state.name);
  const { symbol } = useSite().currency;
  const choice = useOneTap();
  const [isShown, setShown] = useState(false);
  return (
    <Choice title={t('settings')}>
      <Toggle
        title={t('title')}
        hint={choice.isOn ? t('onHint', { limit: formatMoney(choice.limit, { symbol }) }) : t('offHint')}
        checked={choice.isOn}
        onChange={(isOn) => {
          if (isOn) setShown(true);
          else changeOneTap(account, { ...choice, isOn: false });
        }}
      />
      {choice.isOn && (
        <Button variant="secondary" size="medium" block className="mt-2" onClick={() => setShown(true)}>
          {t('change')}
        </Button>
      )}
      {isShown && (
        <Suspense fallback={null}>
          <OneTapSheet open onClose={() => setShown(false)} />
        </Suspense>
      )}
    </Choice>
  );
}

/** Open, close, low and high of a few made-up candles, in drawing units from the top. */
const CANDLES = [
  { open: 60, close: 48, low: 66, high: 40 },
  { open: 48, close: 54, low: 60, high: 44 },
  { open: 54, close: 34, low: 58, high: 28 },
  { open: 34, close: 42, low: 48, high: 30 },
  { open: 42, close: 38, low: 50, high: 32 },
  { open: 38, close: 20, low: 42, high: 14 },
  { open: 20, close: 30, low: 36, high: 16 },
  { open: 30, close: 24, low: 34, high: 18 },
] as const;

/** Shows how the chosen colours look on a chart, with the words for rise and fall. */
function CandlePreview({ hollowUp }: { hollowUp: boolean }) {
  const t = useTranslations('account.display');
  return (
    <figure className="flex items-center gap-6 rounded-control bg-surface-2 px-4 py-4">
      <svg aria-hidden="true" viewBox="0 0 128 80" className="h-20 min-w-0 flex-1">
        {CANDLES.map((candle, index) => {
          const up = candle.close < candle.open;
          const x = 8 + index * 16;
          const top = Math.min(candle.open, candle.close);
          return (
            <g key={x} className={up ? 'text-up' : 'text-down'} stroke="currentColor" strokeWidth={1.5}>
              <line x1={x} x2={x} y1={candle.high} y2={top} />
              <line x1={x} x2={x} y1={Math.max(candle.open, candle.close)} y2={candle.low} />
              <rect
                x={x - 4}
                y={top}
                width={8}
                height={Math.abs(candle.close - candle.open)}
                fill={up && hollowUp ? 'none' : 'currentColor'}
              />
            </g>
          );
        })}
      </svg>
      <figcaption className="tnum flex shrink-0 flex-col gap-2 text-body-s font-bold">
        <span className="text-up">▲ {t('rise')} +1.24%</span>
        <span className="text-down">▼ {t('fall')} −1.24%</span>
      </figcaption>
    </figure>
  );
}
