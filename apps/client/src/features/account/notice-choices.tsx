import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { changeDisplay, useDisplay } from '../../lib/preferences.ts';
import {
  askToNotify,
  canNotify,
  notify,
  playTone,
  vibrateSettled,
} from '../../services/active-order/following/settlement-signals.ts';
import { Choice, Toggle } from './display-choice.tsx';

/**
 * How the member is notified of a settled order, apart from the screen. Only this screen asks the browser for
 * permission.
 */
export function NoticeChoices() {
  const t = useTranslations('account.alerts');
  const { sound, vibration, notifications, titleCountdown } = useDisplay();
  const [isAllowed, setAllowed] = useState(canNotify);
  const isNotified = notifications && isAllowed;

  async function chooseNotifications(wanted: boolean) {
    const allowed = wanted && (await askToNotify());
    setAllowed(canNotify());
    changeDisplay({ notifications: allowed });
    if (wanted && !allowed) showToast(t('notAllowed'), 'danger');
  }

  function tryOut() {
    if (sound) playTone();
    if (vibration) vibrateSettled();
    if (isNotified) {
      notify({ tag: 'test', title: t('testTitle'), body: t('testBody'), onPress: () => navigate(paths.account()) });
    }
    showToast(t('testTitle'), 'success');
  }

  return (
    <Choice title={t('title')}>
      <Toggle
        title={t('sound')}
        hint={t('soundHint')}
        checked={sound}
        onChange={(on) => changeDisplay({ sound: on })}
      />
      <Toggle
        title={t('vibration')}
        hint={t('vibrationHint')}
        checked={vibration}
        onChange={(on) => changeDisplay({ vibration: on })}
      />
      {'Notification' in window && (
        <Toggle
          title={t('system')}
          hint={t('systemHint')}
          checked={isNotified}
          onChange={(on) => void chooseNotifications(on)}
        />
      )}
      <Toggle
        title={t('tab')}
        hint={t('tabHint')}
        checked={titleCountdown}
        onChange={(on) => changeDisplay({ titleCountdown: on })}
      />
      <Button variant="secondary" size="medium" block className="mt-2" onClick={tryOut}>
        {t('test')}
      </Button>
    </Choice>
  );
}
