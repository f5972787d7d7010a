import type { ReactNode } from 'react'
import styles from './text.module.css'

export type PillTone = 'plain' | 'amber' | 'green' | 'red' | 'blue'

/** A word that stands for a state. */
export const Pill = ({ tone = 'plain', children }: { tone?: PillTone; children: ReactNode }) => (
  <span className={styles.pill} data-tone={tone}>
    {children}
  </span>
)
