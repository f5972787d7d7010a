import { COUNTED_AFTER_MS, PAIR_DAILY_MAX, PAIR_SEASON_WINS_MAX } from '@kla/proto/web'
import styles from './leaderboards.module.css'

const minutes = (ms: number) => ms / 60_000

/** What counts. */
export const Footnotes = () => (
  <ul className={styles.footnotes}>
    <li>
      Rush games ended before {minutes(COUNTED_AFTER_MS.rush)} minutes and Stamina games ended before{' '}
      {minutes(COUNTED_AFTER_MS.stamina)} minutes do not count for most games played.
    </li>
    <li>
      Between the same two people, {PAIR_DAILY_MAX} games a day count, and {PAIR_SEASON_WINS_MAX} wins a season.
    </li>
  </ul>
)
