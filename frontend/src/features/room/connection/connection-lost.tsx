import { Spinner } from '../../../shared/ui/spinner.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { useGraceSeconds } from './use-grace.js'
import styles from './veil.module.css'

function Counting() {
  const seconds = useGraceSeconds()
  return (
    <div className={styles.veil} data-whole>
      <p className={styles.count} aria-hidden="true">
        {seconds}
      </p>
      <p role="alert">You lost the connection.</p>
      <Spinner />
      <p className={styles.more} aria-hidden="true">
        {seconds > 0 ? `Trying to get it back. Your seat is kept for ${seconds} s.` : 'Still trying. Your seat may be gone.'}
      </p>
    </div>
  )
}

/** Dims the stage while this browser has no connection, and counts how long the seat is kept. */
export function ConnectionLost() {
  const { status } = useRealtime()
  return status === 'lost' ? <Counting /> : null
}
