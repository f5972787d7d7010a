import { useEffect, useState } from 'react'
import { browserClock } from '../realtime/clock.js'
import { Spinner } from '../ui/spinner.js'
import styles from './loading.module.css'

/** Waits shorter than this are over before words about them could be read. */
export const QUIET_MS = 300

interface ScreenLoadingProps {
  children?: string
  /** How long it says nothing; 0 where that time has passed already. */
  quietMs?: number
  /** Whether it stands above a screen that is there already. */
  asBar?: boolean
}

/** Stands in for a screen that is on its way. */
export const ScreenLoading = ({ children = 'Loading…', quietMs = QUIET_MS, asBar = false }: ScreenLoadingProps) => {
  const [slow, setSlow] = useState(quietMs === 0)
  useEffect(() => browserClock.after(quietMs, () => setSlow(true)), [quietMs])
  return (
    <p className={asBar ? styles.bar : styles.loading} role="status">
      {slow && (
        <>
          <Spinner /> {children}
        </>
      )}
    </p>
  )
}
