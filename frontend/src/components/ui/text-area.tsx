import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.js'
import { Field } from './field.js'
import styles from './field.module.css'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  hint?: ReactNode
  /** What is wrong with the value. */
  error?: string
}

/** Several lines of text with their label, their hint and what is wrong with them. */
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
