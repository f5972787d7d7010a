import type { ReactNode } from 'react'
import styles from './switch.module.css'

interface SwitchProps {
  on: boolean
  busy?: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

export const Switch = ({ on, busy = false, onChange, children }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className={styles.switch}
    aria-checked={on}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={() => {
      if (!busy) onChange(!on)
    }}
  >
    {children}
    <span className={styles.track} aria-hidden="true" />
  </button>
)
