import { useEffect, useState } from 'react'
import { Spinner } from '../components/ui/spinner.js'
import styles from './screen-loading.module.css'

/** Waits shorter than this are over before words about them could be read. */
const QUIET_MS = 300

/** Stands in for a screen that is on its way. */
export const ScreenLoading = ({ children = 'Loading…' }: { children?: string }) => {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className={styles.loading} role="status">
      {slow && (
        <>
          <Spinner /> {children}
        </>
      )}
    </p>
  )
}
