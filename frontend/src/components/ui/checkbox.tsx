import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

/** A box with its words; both can be pressed. */
export const Checkbox = ({ children, ...input }: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) => (
  <label className={styles.checkbox}>
    <input {...input} type="checkbox" className={styles.box} />
    <span>{children}</span>
  </label>
)
