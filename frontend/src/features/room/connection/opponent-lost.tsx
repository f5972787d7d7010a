import { useGraceSeconds } from './use-grace.js'
import styles from './veil.module.css'

/** Over the picture of somebody whose connection is lost. */
export function OpponentLost({ name }: { name: string }) {
  const seconds = useGraceSeconds()
  return (
    <div className={styles.veil}>
      <p className={styles.count} aria-hidden="true">
        {seconds}
      </p>
      <p role="status">{name} lost the connection.</p>
      <p className={styles.more} aria-hidden="true">
        {seconds > 0 ? `The seat is kept for ${seconds} s.` : 'Waiting for the room to decide…'}
      </p>
    </div>
  )
}
