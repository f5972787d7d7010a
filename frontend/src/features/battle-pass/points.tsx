import { COUNTED_AFTER_MS } from '@kla/proto/web'
import type { PassSeason } from '../../entities/pass/pass.js'
import { passStanding } from '../../entities/pass/pass-standing.js'
import { counted } from '../../shared/format.js'
import styles from './points.module.css'

interface PointsProps {
  season: PassSeason
  points: number
  running: boolean
}

const minutes = (ms: number) => ms / 60_000

/** How many points there are, and how far it is to the next tier. */
export function Points({ season, points, running }: PointsProps) {
  const { reached, next, missing, share } = passStanding(season.tiers, points)
  return (
    <section className={styles.points} aria-labelledby="points">
      <h2 id="points" className={styles.title}>
        Your points
      </h2>
      <p className={styles.figure}>
        <span className="tabular">{points}</span>
        <span className={styles.tier}>{reached > 0 ? `Tier ${reached}` : 'No tier yet'}</span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        <div className={styles.done} style={{ transform: `scaleX(${share})` }} />
      </div>
      <p>{next ? `${missing} more to tier ${next.tier}.` : 'Every tier is reached.'}</p>
      {running && (
        <p className={styles.how}>
          {counted(season.points_played, 'point')} for every battle that counts, {season.points_won} more for winning it. Rush
          counts from minute {minutes(COUNTED_AFTER_MS.rush)}, Stamina from minute {minutes(COUNTED_AFTER_MS.stamina)}.
        </p>
      )}
    </section>
  )
}
