import { Avatar } from '../../shared/ui/avatar.js'
import type { Cup } from '../../entities/cup/cups.js'
import { whenWords } from '../../shared/time/when-words.js'
import styles from './cup.module.css'

/** How a cup ended; nothing while it has not. */
export function Champion({ cup }: { cup: Cup }) {
  if (cup.state === 'cancelled') {
    return <p className={styles.ended}>This cup was cancelled. It has no champion.</p>
  }
  if (cup.state !== 'finished') return null
  if (!cup.champion) return <p className={styles.ended}>This cup ended without a champion.</p>
  return (
    <div className={styles.champion}>
      <Avatar name={cup.champion.username} src={null} size={64} />
      <div className={styles.championWords}>
        <p className={styles.ended}>
          Champion{cup.ended_at && <time dateTime={cup.ended_at}>, {whenWords(cup.ended_at)}</time>}
        </p>
        <p className={styles.championName}>{cup.champion.username}</p>
      </div>
    </div>
  )
}
