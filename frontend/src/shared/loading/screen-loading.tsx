import { useEffect, useState } from 'react'
import { UI } from '../../texts/ui.js'
import { browserClock } from '../realtime/clock.js'
import { Spinner } from '../ui/spinner.js'
import styles from './loading.module.css'

export const QUIET_MS = 300

interface ScreenLoadingProps {
  children?: string
  quietMs?: number
  asBar?: boolean
}

export const ScreenLoading = ({ children = UI.loading, quietMs = QUIET_MS, asBar = false }: ScreenLoadingProps) => {
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
