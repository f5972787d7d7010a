import { useGraceSeconds } from './use-grace.js'
import styles from './veil.module.css'

interface OpponentLostProps {
  name: string
  /** A seat was kept for somebody who has not come yet. */
  awaited: boolean
}

/** Over the picture of somebody whose connection is lost, or not there yet. */
export function OpponentLost({ name, awaited }: OpponentLostProps) {
  const seconds = useGraceSeconds()
  return (
    <div className={styles.veil}>
      <p className={styles.count} aria-hidden="true">
        {seconds}
      </p>
      <p role="status">{awaited ? `${name} is on the way.` : `${name} lost the connection.`}</p>
      <p className={styles.more} aria-hidden="true">
        {seconds > 0 ? `The seat is kept for ${seconds} s.` : 'Waiting for the room to decide…'}
      </p>
    </div>
  )
}
