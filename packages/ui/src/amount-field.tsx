import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { describedBy, FieldFrame, INPUT_CLASS, InputBox } from './field.tsx';

export type AmountFieldProps = {
  label: ReactNode;
  labelHidden?: boolean;
  labelAside?: ReactNode;
  /** As typed. Nothing in it is changed here, neither while it is typed nor afterwards. */
  value: string;
  onChange: (typed: string) => void;
  currencySymbol: string;
  /** How the app read it, where that is not what stands in the field. Shown before the hint. */
  reading?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  /** Puts the whole available amount into the field. */
  all?: { label: string; onPress: () => void };
  /** `whyNot`: cannot be chosen now, and why. */
  presets?: readonly { value: string; label: string; whyNot?: string }[];
  large?: boolean;
  /** Takes less height in a low window, for a form that has to fit beside something else. */
  isCompact?: boolean;
  /** 44 px with presets of 32, in any window: for a column that a pointer moves in. */
  isDense?: boolean;
  id?: string;
  onBlur?: () => void;
  autoFocus?: boolean;
};

/** An amount of money: decimal keypad, presets and an "all" shortcut. What is typed stays as it is typed. */
export function AmountField(props: AmountFieldProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const hint =
    props.reading === undefined ? (
      props.hint
    ) : (
      <>
        <span className="tnum me-3 font-bold text-text-1">{props.reading}</span>
        {props.hint}
      </>
    );
  return (
    <FieldFrame
      id={id}
      label={props.label}
      labelHidden={props.labelHidden ?? false}
      hint={hint}
      error={props.error}
      aside={props.labelAside}
    >
      <InputBox
        error={Boolean(props.error)}
        disabled={props.disabled ?? false}
        className={cx(props.isCompact && 'short:min-h-11', props.isDense && 'min-h-11!')}
      >
        {/* One baseline: the sign names the currency, the digits are the amount. */}
        <span className="flex min-w-0 flex-1 items-baseline self-stretch">
          <span
            aria-hidden="true"
            className={cx('ps-4 font-medium text-text-2', props.large ? 'text-title-2' : 'text-body-s')}
          >
            {props.currencySymbol}
          </span>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            autoFocus={props.autoFocus}
            enterKeyHint="done"
            disabled={props.disabled}
            placeholder={props.placeholder}
            value={props.value}
            onChange={(event) => props.onChange(event.currentTarget.value)}
            onBlur={props.onBlur}
            {...describedBy(id, hint, props.error)}
            className={cx(
              INPUT_CLASS,
              'tnum h-full self-baseline! ps-2 font-bold placeholder:text-body placeholder:font-normal',
              props.large && 'text-title-1!',
            )}
          />
        </span>
        {props.all && (
          <button
            type="button"
            disabled={props.disabled}
            onClick={props.all.onPress}
            className="press me-1 min-h-11 shrink-0 rounded-control px-3 text-body-s font-bold text-link"
          >
            {props.all.label}
          </button>
        )}
      </InputBox>
      {props.presets && props.presets.length > 0 && (
        <div
          className={cx(
            // Four in a line, or fewer where the letters are large.
            'grid grid-cols-[repeat(auto-fill,minmax(max(3.5rem,(100%-1.5rem)/4),1fr))] gap-2',
            props.isDense ? 'mt-2' : 'mt-3',
            props.isCompact && 'short:mt-1',
          )}
        >
          {props.presets.map((preset) => (
            <button
              key={preset.value}
              type="button"
              disabled={props.disabled}
              aria-pressed={preset.value === props.value}
              {...(preset.whyNot === undefined
                ? { onClick: () => props.onChange(preset.value) }
                : { 'aria-disabled': true, title: preset.whyNot, 'aria-label': `${preset.label}, ${preset.whyNot}` })}
              className={cx(
                'press tnum rounded-control border px-1 text-body-s font-bold',
                props.isDense ? 'min-h-8' : 'min-h-11',
                preset.whyNot !== undefined && 'cursor-not-allowed text-text-3!',
                preset.value === props.value
                  ? 'border-selected bg-selected-tint text-text-1'
                  : 'border-transparent bg-surface-2 text-text-1 hover:bg-surface-3',
              )}
            >
              {preset.label}
            </button>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
