import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.js'
import styles from './fields.module.css'
import { Icon } from './icon.js'

interface FieldProps {
  id: string
  label: string
  labelHidden?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** Gives the note, an error or hint, the id `<id>-note`. */
const Field = ({ id, label, labelHidden, hint, error, children }: FieldProps) => (
  <div className={styles.field}>
    <label htmlFor={id} className={classNames(labelHidden ? 'visually-hidden' : styles.label)}>
      {label}
    </label>
    {children}
    {(error || hint) && (
      <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
        {error || hint}
      </p>
    )}
  </div>
)

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  labelHidden?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
}

export const TextField = ({ label, labelHidden, hint, error, ...input }: TextFieldProps) => {
  const id = useId()
  return (
    <Field id={id} label={label} labelHidden={labelHidden} hint={hint} error={error}>
      <input
        type="text"
        autoComplete="off"
        {...input}
        id={id}
        className={styles.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
      />
    </Field>
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

export const TextArea = ({ label, hint, error, className, ...area }: TextAreaProps) => {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={4}
        {...area}
        id={id}
        className={classNames(styles.control, styles.area, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
      />
    </Field>
  )
}

interface SelectFieldProps<Value extends string> extends Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> {
  label: string
  labelHidden?: boolean | undefined
  error?: string | undefined
  value: Value
  /** Options of one group follow each other. */
  options: readonly { value: Value; label: string; group?: string }[]
  onChange: (value: Value) => void
}

interface SelectOption {
  value: string
  label: string
  group?: string
}

const optionOf = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)

function groupsOf(options: readonly SelectOption[]): { group: string | undefined; grouped: SelectOption[] }[] {
  const groups: { group: string | undefined; grouped: SelectOption[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.grouped.push(option)
    else groups.push({ group: option.group, grouped: [option] })
  }
  return groups
}

/** Uses the platform's select: right for phones and keyboards. */
export const SelectField = <Value extends string>({
  label,
  labelHidden,
  error,
  value,
  options,
  onChange,
  ...select
}: SelectFieldProps<Value>) => {
  const id = useId()
  return (
    <Field id={id} label={label} labelHidden={labelHidden} error={error}>
      <span className={styles.frame}>
        <select
          {...select}
          id={id}
          value={value}
          className={classNames(styles.control, styles.select)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {groupsOf(options).map(({ group, grouped }) =>
            group === undefined ? (
              grouped.map(optionOf)
            ) : (
              <optgroup key={group} label={group}>
                {grouped.map(optionOf)}
              </optgroup>
            ),
          )}
        </select>
        <Icon name="chevron" />
      </span>
    </Field>
  )
}

export const Checkbox = ({ children, ...input }: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) => (
  <label className={styles.checkbox}>
    <input {...input} type="checkbox" className={styles.box} />
    <span>{children}</span>
  </label>
)
