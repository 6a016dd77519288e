import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { useTranslations } from 'use-intl';
import { readCoordinate } from './coordinates.ts';
import type { Axis, CoordinateProblem, Coordinates } from './coordinates.ts';

const AXES = ['latitude', 'longitude'] as const;
const NO_PROBLEMS: Record<Axis, CoordinateProblem | null> = { latitude: null, longitude: null };

/** Latitude and longitude as typed; a place that was picked otherwise is filled in. */
export function ManualEntry({ place, onPlace }: { place: Coordinates | null; onPlace: (at: Coordinates) => void }) {
  const t = useTranslations('location');
  const [typed, setTyped] = useState<Record<Axis, string>>({ latitude: '', longitude: '' });
  const [shownPlace, setShownPlace] = useState<Coordinates | null>(null);
  const [problems, setProblems] = useState(NO_PROBLEMS);

  if (place !== shownPlace) {
    setShownPlace(place);
    setProblems(NO_PROBLEMS);
    if (place !== null) setTyped({ latitude: place.latitude.toFixed(5), longitude: place.longitude.toFixed(5) });
  }

  function judge(axis: Axis) {
    const read = readCoordinate(typed[axis], axis);
    setProblems((now) => ({ ...now, [axis]: typeof read === 'string' ? read : null }));
    return read;
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const [latitude, longitude] = [judge('latitude'), judge('longitude')];
    if (typeof latitude === 'number' && typeof longitude === 'number') onPlace({ latitude, longitude });
    else document.getElementById(`place-${typeof latitude === 'string' ? 'latitude' : 'longitude'}`)?.focus();
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={t('manual.title')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-3 gap-y-4"
    >
      {AXES.map((axis) => {
        const problem = problems[axis];
        return (
          <TextField
            key={axis}
            id={`place-${axis}`}
            label={t(`manual.${axis}`)}
            hint={t(`manual.${axis}Hint`)}
            // The number pads of some phones have no minus sign.
            inputMode="text"
            autoComplete="off"
            maxLength={24}
            value={typed[axis]}
            error={problem === null ? undefined : t(`problems.${problem}`)}
            onChange={(event) => {
              const { value } = event.target;
              setTyped((now) => ({ ...now, [axis]: value }));
              setProblems((now) => ({ ...now, [axis]: null }));
            }}
            onBlur={() => typed[axis] !== '' && judge(axis)}
          />
        );
      })}
      <Button type="submit" variant="secondary" size="medium" className="col-span-full mt-3">
        {t('manual.show')}
      </Button>
    </form>
  );
}
