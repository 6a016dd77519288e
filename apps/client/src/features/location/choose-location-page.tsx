/*
 * 选择位置: a place by search, on the map, from the device or typed. Nothing is sent anywhere: the place goes back to the form
 * that asked (`?for=`), which asks before it uses it. Opened without a form, it shows the place.
 */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { MapPin } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { goBack, navigate, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { handOverPlace, purposeOf } from '../../services/location/chosen-place.ts';
import { cityNear } from './city-search.ts';
import type { City } from './cities.ts';
import { CityPicker } from './city-picker.tsx';
import { coordinatesText } from './coordinates.ts';
import type { Coordinates } from './coordinates.ts';
import { LocateMe } from './locate-me.tsx';
import { ManualEntry } from './manual-entry.tsx';
import { WorldMap } from './world-map.tsx';

type Choice = { at: Coordinates; city: City | null; isExact: boolean };

export function ChooseLocationPage() {
  const t = useTranslations('location');
  const titles = useTranslations('common.titles');
  const language = useLanguage();
  const purpose = purposeOf(useAddress().params.get('for'));
  const [choice, setChoice] = useState<Choice | null>(null);
  const [target, setTarget] = useState<Coordinates | null>(null);
  const fallback = purpose === null ? paths.home() : paths.addBank();
  const leave = () => goBack(fallback);

  function pickPoint(at: Coordinates) {
    setChoice({ at, city: cityNear(at), isExact: false });
  }

  /** A place picked beside the map moves the map there. */
  function showPoint(at: Coordinates) {
    pickPoint(at);
    setTarget({ ...at });
  }

  function pickCity(city: City) {
    const at = { latitude: city.latitude, longitude: city.longitude };
    setChoice({ at, city, isExact: true });
    setTarget(at);
  }

  function use({ at, city }: Choice) {
    const place = { ...at, name: city?.names[language] ?? null };
    if (purpose === null) navigate(paths.openLocation(place), { replace: true });
    else if (handOverPlace(purpose, place)) leave();
    else navigate(fallback, { replace: true });
  }

  return (
    <Page
      wide
      className="max-w-[64rem]"
      bar={<NavBar title={titles('chooseLocation')} onBack={leave} />}
      action={
        <div className="sideways:flex sideways:items-center sideways:gap-4">
          <p
            role="status"
            className="mb-2 sideways:mb-0 sideways:min-w-0 sideways:flex-1 flex min-h-5 items-center justify-center gap-2 text-center text-body-s"
          >
            <MapPin aria-hidden="true" className="size-4 shrink-0 text-text-3" />
            {choice === null ? <span className="text-text-2">{t('none')}</span> : <ChoiceText choice={choice} />}
          </p>
          <div className="flex flex-wrap gap-3 *:last:flex-auto sideways:shrink-0 sideways:flex-nowrap sideways:whitespace-nowrap">
            <Button variant="secondary" onClick={leave} className="shrink-0">
              {t('skip')}
            </Button>
            <Button disabled={choice === null} onClick={() => choice !== null && use(choice)}>
              {t('use')}
            </Button>
          </div>
        </div>
      }
    >
      {purpose === 'branch' && <p className="mb-3 text-body-s text-text-2">{t('forBranch')}</p>}
      <div className="grid grid-cols-1 gap-4 l:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] sideways:grid-cols-2">
        <div>
          <WorldMap
            pin={choice?.at ?? null}
            target={target}
            onPress={pickPoint}
            className="h-[clamp(11rem,40dvh,24rem)] l:h-[clamp(11rem,calc(100dvh-21rem),34rem)]"
          />
          <p className="mt-2 text-caption text-text-3">{t('map.hint')}</p>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CityPicker chosen={choice?.isExact ? choice.city : null} onPick={pickCity} />
          <LocateMe onFound={showPoint} />
          <ManualEntry place={choice?.at ?? null} onPlace={showPoint} />
        </div>
      </div>
    </Page>
  );
}

function ChoiceText({ choice: { at, city, isExact } }: { choice: Choice }) {
  const t = useTranslations('location');
  const language = useLanguage();
  const name = city === null ? null : isExact ? city.names[language] : t('near', { city: city.names[language] });
  return (
    <span className="tnum">
      {name !== null && <b className="font-bold">{name} · </b>}
      {coordinatesText(at)}
    </span>
  );
}
