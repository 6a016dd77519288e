type SwitchProps = {
  /** For the `label` around the words beside it: a press on them turns it too. */
  id?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
};

export function Switch({ id, checked, onChange, label, disabled = false }: SwitchProps) {
  return (
    <button
      id={id}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="group inline-flex size-11 shrink-0 items-center justify-center disabled:opacity-50"
    >
      <span className="relative h-6.5 w-11 rounded-full border border-line-control bg-surface-3 transition-colors group-aria-checked:border-selected group-aria-checked:bg-selected">
        <span className="absolute start-0.5 top-1/2 size-5 -translate-y-1/2 rounded-full border-2 border-line-control bg-surface-1 transition-transform group-aria-checked:translate-x-4.5 group-aria-checked:border-transparent group-aria-checked:bg-on-selected" />
      </span>
    </button>
  );
}
