/* 查看位置: one place on the map, named by the address `?latitude=&longitude=&name=`. The name is anyone's text, and shown as such. */

import { useState } from 'react';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Card, Page } from '@candor/ui/page.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { ExternalLink, MapPinOff, Navigation } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { coordinatesText, mapsAppLink, placeOf, webMapLink } from './coordinates.ts';

import { WorldMap } from './world-map.tsx';

export function OpenLocationPage() {
  const t = useTranslations('location.open');
  const titles = useTranslations('common.titles');
  const actions = useTranslations('common.actions');
  const { params } = useAddress();
  const place = placeOf(params);
  const back = () => goBack(paths.home());
  return (
    <Page className="sideways:max-w-[45rem]" bar={<NavBar title={titles('openLocation')} onBack={back} />}>
      {place === null ? (
        <EmptyState
          icon={<MapPinOff aria-hidden="true" strokeWidth={1.5} />}
          title={t('wrong')}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Button variant="secondary" size="medium" onClick={back}>
                {actions('back')}
              </Button>
              <a href={hrefTo(paths.chooseLocation())} className={buttonClass('text', 'medium')}>
                {t('choose')}
              </a>
            </div>
          }
        >
          {t('wrongHint')}
        </EmptyState>
      ) : (
        <OnePlace key={params.toString()} place={place} />
      )}
    </Page>
  );
}

function OnePlace({ place }: { place: NonNullable<ReturnType<typeof placeOf>> }) {
  const t = useTranslations('location.open');
  const coordinates = coordinatesText(place);
  // The map moves there once; after that the member moves it.
  const [target] = useState(place);
  return (
    <div className="flex flex-col gap-4 sideways:grid sideways:grid-cols-2">
      <WorldMap
        pin={place}
        target={target}
        className="h-[clamp(11rem,42dvh,24rem)] small:h-[31dvh] sideways:h-[calc(100dvh-7rem)]"
      />
      <div className="flex flex-col gap-4">
        <Card>
          <Facts>
            {place.name !== null && <Fact name={t('name')}>{place.name}</Fact>}
            <Fact name={t('coordinates')} copy={{ text: coordinates, label: t('copy') }} strong>
              {coordinates}
            </Fact>
          </Facts>
          {place.name !== null && <p className="mt-1 text-caption text-text-3">{t('nameNote')}</p>}
        </Card>
        <div>
          <a
            href={mapsAppLink(place, navigator.userAgent)}
            rel="noopener noreferrer"
            className={buttonClass('primary', 'large', true)}
          >
            <Navigation aria-hidden="true" className="size-5" />
            {t('app')}
          </a>
          <p className="mt-2 text-center text-caption text-balance text-text-3">{t('appNote')}</p>
        </div>
        <a href={hrefTo(paths.webview(webMapLink(place)))} className={buttonClass('secondary', 'medium', true)}>
          <ExternalLink aria-hidden="true" className="size-5" />
          {t('web')}
        </a>
      </div>
    </div>
  );
}
