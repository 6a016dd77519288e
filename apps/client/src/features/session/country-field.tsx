import { FieldFrame, INPUT_CLASS, InputBox, describedBy } from '@candor/ui/field.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import type { BoundField } from '../../services/form/use-contract-form.ts';

/** @param countries ISO codes of the countries the licence allows. */
export function CountryField({ countries, error, ...field }: BoundField & { countries: readonly string[] }) {
  const t = useTranslations('session.register');
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' });
  return (
    <FieldFrame id={field.id} label={t('country')} error={error}>
      <InputBox error={error !== undefined}>
        <select
          {...field}
          {...describedBy(field.id, undefined, error)}
          autoComplete="country"
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
