import { Icon } from '../../../shared/ui/icon.js'
import { useRoom } from '../state/use-room.js'
import styles from './medallion.module.css'

/** The ring between the corners, with the round in it. */
export function Medallion() {
  const round = useRoom(({ round }) => round)
  const phase = useRoom(({ phase }) => phase)
  return (
    <div className={styles.medallion} key={`${phase}-${round}`} aria-hidden="true">
      <div className={styles.inside}>
        {phase === 'prompt' || phase === 'show' ? (
          <>
            <span className={styles.word}>Round</span>
            <span className={styles.number}>{round}</span>
          </>
        ) : (
          <Icon name="bell" size={28} />
        )}
      </div>
    </div>
  )
}
