import { useId, type ComponentProps } from 'react'
import { Field } from './field.js'
import fieldStyles from './field.module.css'
import { classNames } from './class-names.js'
import { Icon } from './icon.js'
import styles from './select-field.module.css'

interface SelectFieldProps<Value extends string> extends Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> {
  label: string
  /** The label is read out but not drawn, where the place says it. */
  labelHidden?: boolean
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** The platform's own select: right on a phone, and for a keyboard. */
export const SelectField = <Value extends string>({
  label,
  labelHidden,
  value,
  options,
  onChange,
  ...select
}: SelectFieldProps<Value>) => {
  const id = useId()
  return (
    <Field id={id} label={label} labelHidden={labelHidden}>
      <span className={styles.frame}>
        <select
          {...select}
          id={id}
          value={value}
          className={classNames(fieldStyles.control, styles.select)}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    </Field>
  )
}
