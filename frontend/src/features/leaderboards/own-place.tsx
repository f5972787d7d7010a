import { Link } from 'react-router'
import type { LeaderboardMode } from '@kla/proto/web'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { PATHS } from '../../shared/config/paths.js'
import type { LeaderboardEntry } from './leaderboard-api.js'
import styles from './own-place.module.css'

interface OwnPlaceProps {
  /** Null: nothing of this person counts in this season yet. */
  place: LeaderboardEntry | null | undefined
  mode: LeaderboardMode
  /** Whether the answer is there. */
  settled: boolean
}

const BY: Readonly<Record<LeaderboardMode, string>> = { played: 'by games played', wins: 'by games won' }

/** Where one stands oneself, also far from the lines that the table has. */
export const OwnPlace = ({ place, mode, settled }: OwnPlaceProps) => (
  <section className={styles.own} aria-labelledby="own-place">
    <h2 id="own-place" className={styles.title}>
      Your place
    </h2>
    {!settled && place === undefined && <Skeleton height="5rem" />}
    {settled && !place && (
      <p className={styles.none}>
        No game of yours counts here yet. <Link to={PATHS.gameroom}>Find an opponent</Link>
      </p>
    )}
    {place && (
      <>
        <p className={styles.rank}>
          <span className="tabular">{place.rank}</span> <span className={styles.by}>{BY[mode]}</span>
        </p>
        <dl className={styles.figures}>
          <dt>Won</dt>
          <dd className="tabular">{place.games_won}</dd>
          <dt>Played</dt>
          <dd className="tabular">{place.games_played}</dd>
        </dl>
      </>
    )}
  </section>
)
