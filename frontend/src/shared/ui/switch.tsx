import type { ReactNode } from 'react'
import styles from './switch.module.css'

interface SwitchProps {
  on: boolean
  /** While a press is being carried out, further ones do nothing. */
  busy?: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

/** Something that is on or off, and takes effect at once. */
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
