import { useState } from 'react';
import { TextField } from '@candor/ui/text-field.tsx';
import { Check, Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { CITIES } from './cities.ts';
import type { City } from './cities.ts';
import { findCities } from './city-search.ts';

const OFTEN = CITIES.slice(0, 8);
const SHOWN_MAX = 8;

/** The list of cities with its search. Before a search it offers the largest ones. */
export function CityPicker({ chosen, onPick }: { chosen: City | null; onPick: (city: City) => void }) {
  const t = useTranslations('location.search');
  const language = useLanguage();
  const [words, setWords] = useState('');
  const found = findCities(words);
  const isSearching = words.trim() !== '';
  return (
    <section>
      <TextField
        label={t('label')}
        placeholder={t('placeholder')}
        prefix={<Search aria-hidden="true" className="size-5" />}
        value={words}
        maxLength={40}
        onChange={(event) => setWords(event.target.value)}
        onClear={() => setWords('')}
        reserveLine={false}
      />
      <p role="status" className="sr-only">
        {isSearching ? t('found', { count: found.length }) : ''}
      </p>
      {!isSearching && (
        <ul aria-label={t('often')} className="mt-3 flex flex-wrap gap-2">
          {OFTEN.map((city) => (
            <li key={city.names.en}>
              <button
                type="button"
                aria-pressed={city === chosen}
                onClick={() => onPick(city)}
                className="press min-h-11 rounded-control border border-line-control/45 px-3 text-body-s hover:bg-surface-2 aria-pressed:border-selected aria-pressed:bg-selected-tint"
              >
                {city.names[language]}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isSearching && found.length === 0 && <p className="py-4 text-center text-body-s text-text-2">{t('nothing')}</p>}
      {found.length > 0 && (
        <ul aria-label={t('results')} className="mt-2">
          {found.slice(0, SHOWN_MAX).map((city) => (
            <li key={city.names.en}>
              <button
                type="button"
                aria-pressed={city === chosen}
                onClick={() => onPick(city)}
                className="flex min-h-12 w-full items-center justify-between gap-3 border-b border-line px-1 text-start hover:bg-surface-2"
              >
                <span>
                  {city.names[language]}
                  {language !== 'en' && <span className="ms-2 text-body-s text-text-3">{city.names.en}</span>}
                </span>
                {city === chosen && <Check aria-hidden="true" className="size-5 text-selected" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.length > SHOWN_MAX && (
        <p className="mt-2 text-body-s text-text-3">{t('more', { count: found.length - SHOWN_MAX })}</p>
      )}
    </section>
  );
}
