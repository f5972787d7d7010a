import type { ReactNode } from 'react'
import styles from './problem.module.css'

/** What went wrong with a form, read aloud when it appears. */
export const Problem = ({ children }: { children: ReactNode }) => (
  <p className={styles.problem} role="alert">
    {children}
  </p>
)
