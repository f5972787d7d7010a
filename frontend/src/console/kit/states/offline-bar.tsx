import { useSyncExternalStore } from 'react'
import { Icon } from '../../../shared/ui/icon.js'
import styles from './states.module.css'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the machine has no network, for as long as it has none. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  return (
    <p className={styles.bar} role="alert">
      <Icon name="offline" /> You are offline. What you see may be old, and changes are not saved.
    </p>
  )
}
