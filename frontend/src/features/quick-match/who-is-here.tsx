import { type Activity, activityWords, isLively } from '../../entities/matching/activity.js'
import type { Wish } from '../../entities/matching/wish.js'
import { FIND_MATCH } from '../../texts/quick-match.js'
import styles from './find-match.module.css'
import { wishWords } from './words.js'

interface WhoIsHereProps {
  activity: Activity
  onChoose: (wish: Wish) => void
}

/** Players by mode and category; a press chooses what they picked. Its place is kept, so nothing below moves. */
export const WhoIsHere = ({ activity, onChoose }: WhoIsHereProps) => (
  <div className={styles.here}>
    <Pools activity={activity} onChoose={onChoose} />
  </div>
)

function Pools({ activity, onChoose }: WhoIsHereProps) {
  if (activity.length === 0) return null
  const lively = activity.filter(isLively)
  if (lively.length === 0) return <p>{FIND_MATCH.noneHere}</p>
  return (
    <ul className={styles.pools} aria-label={FIND_MATCH.whoIsHere}>
      {lively.map((pool) => (
        <li key={`${pool.mode} ${pool.category}`}>
          <button
            type="button"
            className={styles.pool}
            onClick={() => onChoose({ mode: pool.mode, category: pool.category })}
          >
            <strong>{wishWords(pool)}</strong> <span>{activityWords(pool)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
