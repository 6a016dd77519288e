import { PERSON_NAME_MAX } from '@candor/contract/fields';
import { useState } from 'react';
import type { VerificationView } from '@candor/contract/verification';
import type { ApiError } from '@candor/api-client/api-error';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { Card, Columns, StickyAction } from '@candor/ui/page.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useFieldError } from '../../lib/i18n.tsx';
import { useIsDesktop } from '../../lib/media.ts';
import { goToStep, useSteps } from '../../lib/steps.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { draft } from '../../services/session/drafts.ts';
import { useObjectUrl } from '../../services/pictures/use-picture.ts';
import { useSubmitVerification } from './verification-queries.ts';
import { PhotoStep } from './photo-step.tsx';
import type { PreparedPhoto } from './prepare-photo.ts';
import {
  groupResidentId,
  partsToSend,
  PERSON_PLACES,
  personErrors,
  personRequest,
  stepsOf,
} from './verification-form.ts';
import type { PersonField, VerificationStep } from './verification-form.ts';

type Side = 'front' | 'back';
type Photos = Record<Side, PreparedPhoto | null>;

type Draft = { values: Record<PersonField, string>; photos: Photos };
const EMPTY: Draft = { values: { realName: '', idNumber: '' }, photos: { front: null, back: null } };
/** What was typed and taken before the member left, in memory only, until it is sent or the session ends. */
const drafted = draft(EMPTY);

type WizardProps = {
  view: VerificationView;
  /** Masked name and number of the registration: what is there may be left empty. */
  registered: Record<PersonField, string | null>;
};

/** Name and number, both sides of the card, a last look. What was typed and taken stays until it is sent. */
export function VerificationWizard({ view, registered }: WizardProps) {
  const t = useTranslations('verification.identity');
  const actions = useTranslations('common.actions');
  const submit = useSubmitVerification();
  const say = useFieldError();
  const parts = partsToSend(view);
  const steps = stepsOf(parts);
  const [step, setStep] = useSteps(steps);
  const [kept] = useState(drafted.get);
  const [photos, setPhotos] = useState<Photos>(kept.photos);
  const [photoErrors, setPhotoErrors] = useState<Partial<Record<Side, string>>>({});
  const [sent, setSent] = useState<number | null>(null);
  const asked = (['realName', 'idNumber'] as const).filter((part) => parts.includes(part) && registered[part] === null);

  const form = useContractForm({
    id: 'verification',
    places: PERSON_PLACES,
    initial: kept.values,
    onTyped: (typed) => drafted.set({ ...drafted.get(), values: typed }),
    // The photos' ids make another request of another photo.
    request: (values) => ({ ...personRequest(values), front: photos.front?.id ?? 0, back: photos.back?.id ?? 0 }),
    check: (values) => personErrors(values, asked, new Date(serverNow()).toISOString().slice(0, 10)),
    async send({ realName, idNumber }, idempotencyKey) {
      const data = new FormData();
      if (realName !== '') data.set('realName', realName);
      if (idNumber !== '') data.set('idNumber', idNumber);
      for (const side of ['front', 'back'] as const) {
        const photo = photos[side];
        if (photo !== null) data.set(side, photo.blob, `${side}.jpg`);
      }
      setSent(0);
      try {
        await submit.mutateAsync({ form: data, idempotencyKey, onProgress: setSent });
        drafted.set(EMPTY);
        showToast(t('done'), 'success');
        // Back does not lead into what is sent.
        goToStep(0);
      } finally {
        setSent(null);
      }
    },
    reveal: () => setStep('person'),
    onRefused: (refusal) => showPhotoErrors(refusal),
  });
  const values = useWatch({ control: form.control });

  function showPhotoErrors(refusal: ApiError | null) {
    const wrong: Partial<Record<Side, string>> = {};
    for (const side of ['front', 'back'] as const) {
      const text = say(refusal?.fields?.[side]);
      if (text !== undefined) wrong[side] = text;
    }
    setPhotoErrors(wrong);
    const first = wrong.front === undefined ? (wrong.back === undefined ? null : 'back') : 'front';
    if (first !== null) setStep(first);
  }

  function move(by: 1 | -1) {
    const next = steps[steps.indexOf(step) + by];
    if (next !== undefined) setStep(next);
  }

  function takePhoto(side: Side, photo: PreparedPhoto) {
    const taken = { ...photos, [side]: photo };
    setPhotos(taken);
    drafted.set({ ...drafted.get(), photos: taken });
    const { [side]: _, ...others } = photoErrors;
    setPhotoErrors(others);
  }

  const isPhotoStep = step === 'front' || step === 'back';
  const isWide = useIsDesktop();
  return (
    <Columns isWide={isWide} {...(isWide ? { after: <Course steps={steps} step={step} /> } : {})}>
      <Progress steps={steps} step={step} />
      {step === 'person' && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.passes(PERSON_PLACES.fields).then((passes) => passes && move(1));
          }}
          className="flex flex-col gap-3"
        >
          <TextField
            {...form.field('realName')}
            label={t('realName')}
            hint={registered.realName === null ? t('nameHint') : t('registered', { value: registered.realName })}
            autoComplete="name"
            maxLength={PERSON_NAME_MAX}
          />
          <TextField
            {...form.field('idNumber')}
            onChange={(event) => form.change('idNumber', groupResidentId(event.target.value))}
            label={t('idNumber')}
            hint={registered.idNumber === null ? t('numberHint') : t('registered', { value: registered.idNumber })}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={30}
          />
          {!isWide && <p className="text-caption text-text-3">{t('privacy')}</p>}
          <StickyAction>
            <Button type="submit" block>
              {t('next')}
            </Button>
          </StickyAction>
        </form>
      )}
      {isPhotoStep && (
        <>
          <PhotoStep
            key={step}
            side={step}
            photo={photos[step]}
            error={photoErrors[step]}
            onPhoto={(photo) => takePhoto(step, photo)}
          />
          <Moves canGoBack={steps[0] !== step} onBack={() => move(-1)}>
            <Button block disabled={photos[step] === null} onClick={() => move(1)}>
              {photos[step]?.problems.length === 0 || photos[step] === null ? t('next') : t('useAnyway')}
            </Button>
          </Moves>
        </>
      )}
      {step === 'review' && (
        <>
          <ListGroup title={t('review')}>
            {parts.includes('realName') && (
              <ListRow title={t('realName')} value={values.realName || (registered.realName ?? '')} />
            )}
            {parts.includes('idNumber') && (
              <ListRow title={t('idNumber')} value={values.idNumber || (registered.idNumber ?? '')} />
            )}
          </ListGroup>
          <div className="grid grid-cols-2 gap-3">
            {(['front', 'back'] as const)
              .filter((side) => photos[side] !== null)
              .map((side) => (
                <Shown key={side} side={side} photo={photos[side]} />
              ))}
          </div>
          {sent !== null && <Sending sent={sent} />}
          <FormMessage>{form.message}</FormMessage>
          <Moves canGoBack={steps.length > 1 && !form.isSending} onBack={() => move(-1)}>
            <Button block loading={form.isSending} loadingText={actions('submitting')} onClick={() => form.submit()}>
              {t('submit')}
            </Button>
          </Moves>
        </>
      )}
    </Columns>
  );
}

/** All steps beside the form, and what happens to what is sent. */
function Course({ steps, step }: { steps: readonly VerificationStep[]; step: VerificationStep }) {
  const t = useTranslations('verification.identity');
  const at = steps.indexOf(step);
  return (
    <Card>
      <ol className="flex flex-col gap-3">
        {steps.map((each, index) => (
          <li
            key={each}
            aria-current={index === at ? 'step' : undefined}
            className={cx('flex items-center gap-3 text-body-s', index === at ? 'font-bold' : 'text-text-2')}
          >
            <span
              className={cx(
                'tnum flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-bold',
                index <= at ? 'bg-selected text-on-selected' : 'bg-surface-3 text-text-2',
              )}
            >
              {index + 1}
            </span>
            {t(`steps.${each}`)}
          </li>
        ))}
      </ol>
      <p className="hairline-t mt-4 pt-3 text-caption text-text-3">{t('privacy')}</p>
    </Card>
  );
}

function Progress({ steps, step }: { steps: readonly VerificationStep[]; step: VerificationStep }) {
  const t = useTranslations('verification.identity');
  const at = steps.indexOf(step);
  return (
    <div>
      <p className="mb-2 text-body-s text-text-2">
        {t('step', { at: at + 1, of: steps.length, name: t(`steps.${step}`) })}
      </p>
      <div aria-hidden="true" className="flex gap-2">
        {steps.map((each, index) => (
          <span key={each} className={`h-1 flex-1 rounded-full ${index <= at ? 'bg-selected' : 'bg-surface-3'}`} />
        ))}
      </div>
    </div>
  );
}

function Moves({ canGoBack, onBack, children }: { canGoBack: boolean; onBack: () => void; children: React.ReactNode }) {
  const actions = useTranslations('common.actions');
  return (
    <div className="flex flex-col gap-3">
      <StickyAction>{children}</StickyAction>
      {canGoBack && (
        <Button variant="text" size="medium" block onClick={onBack}>
          {actions('back')}
        </Button>
      )}
    </div>
  );
}

function Shown({ side, photo }: { side: Side; photo: PreparedPhoto | null }) {
  const t = useTranslations('verification.photo');
  const shown = useObjectUrl(photo?.blob ?? null);
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-surface-1">
      {shown === '' ? null : (
        <img src={shown} alt={t('taken', { side: t(side) })} className="aspect-[1.586] w-full object-cover" />
      )}
      <figcaption className="px-3 py-2 text-caption text-text-2">{t(side)}</figcaption>
    </figure>
  );
}

function Sending({ sent }: { sent: number }) {
  const t = useTranslations('verification.identity');
  const percent = Math.round(sent * 100);
  return (
    <div>
      <p className="mb-1 text-body-s text-text-2">{t('sending', { percent })}</p>
      <progress
        max={100}
        value={percent}
        aria-label={t('sending', { percent })}
        className="h-1.5 w-full accent-[var(--selected)]"
      />
    </div>
  );
}
