import type { PassProgress, PassSeason } from '../../entities/pass/pass.js'
import { Tier } from './tier.js'
import styles from './track.module.css'

interface TrackProps {
  season: PassSeason
  you: PassProgress | null
  claimable: boolean
}

/** The tiers in their order, each with what it gives to everybody and with the pass. */
export const Track = ({ season, you, claimable }: TrackProps) => (
  <section aria-labelledby="tiers">
    <header className={styles.head}>
      <h2 id="tiers" className={styles.title}>
        Tiers
      </h2>
      <span className={styles.column} aria-hidden="true">
        For everybody
      </span>
      <span className={styles.column} aria-hidden="true">
        With the pass
      </span>
    </header>
    <ol className={styles.track}>
      {season.tiers.map((tier) => (
        <Tier key={tier.tier} seasonId={season.id} tier={tier} you={you} claimable={claimable} />
      ))}
    </ol>
  </section>
)
