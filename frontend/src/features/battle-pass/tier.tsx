import { PASS_TRACKS } from '@kla/proto/web'
import type { PassProgress, PassTier } from '../../entities/pass/pass.js'
import { counted } from '../../shared/format.js'
import { Reward } from './reward.js'
import styles from './track.module.css'

interface TierProps {
  seasonId: string
  tier: PassTier
  you: PassProgress | null
  claimable: boolean
}

/** One step of the track. */
export const Tier = ({ seasonId, tier, you, claimable }: TierProps) => {
  const reached = you !== null && you.points >= tier.points
  return (
    <li className={styles.tier} data-reached={reached || undefined}>
      <div className={styles.step}>
        <h3 className={styles.number}>
          <span className="visually-hidden">Tier </span>
          {tier.tier}
        </h3>
        <p className={styles.points}>
          {counted(tier.points, 'point')}
          <span className="visually-hidden">{reached ? ', reached' : ', not reached yet'}</span>
        </p>
      </div>
      {PASS_TRACKS.map((track) => (
        <Reward key={track} seasonId={seasonId} tier={tier} track={track} you={you} claimable={claimable} />
      ))}
    </li>
  )
}
