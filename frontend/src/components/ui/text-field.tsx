import { useId, type ComponentProps, type ReactNode } from 'react'
import { Field } from './field.js'
import styles from './field.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  /** The label is read out but not drawn, where the place says it. */
  labelHidden?: boolean
  hint?: ReactNode
  /** What is wrong with the value. */
  error?: string
}

/** One line of text with its label, its hint and what is wrong with it. */
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
