import { FieldFrame, INPUT_CLASS, InputBox, describedBy } from '@candor/ui/field.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';

type CountryFieldProps = {
  id: string;
  /** ISO codes of the countries the licence allows. */
  countries: readonly string[];
  value: string;
  error: string | undefined;
  onChange: (country: string) => void;
};

export function CountryField({ id, countries, value, error, onChange }: CountryFieldProps) {
  const t = useTranslations('session.register');
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' });
  return (
    <FieldFrame id={id} label={t('country')} error={error}>
      <InputBox error={error !== undefined}>
        <select
          id={id}
          value={value}
          autoComplete="country"
          onChange={(event) => onChange(event.target.value)}
          {...describedBy(id, undefined, error)}
          className={`${INPUT_CLASS} me-2`}
        >
          <option value="">{t('countryChoose')}</option>
          {countries.map((country) => (
            <option key={country} value={country} className="bg-sheet">
              {names.of(country)}
            </option>
          ))}
        </select>
      </InputBox>
    </FieldFrame>
  );
}
