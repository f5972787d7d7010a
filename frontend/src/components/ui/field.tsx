import type { ReactNode } from 'react'
import { classNames } from './class-names.js'
import styles from './field.module.css'

interface FieldProps {
  id: string
  label: string
  labelHidden?: boolean
  hint?: ReactNode
  error?: string
  children: ReactNode
}

/** A label above a control, and the one line below it: the error, or else the hint, with the id `<id>-note`. */
export const Field = ({ id, label, labelHidden, hint, error, children }: FieldProps) => (
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
