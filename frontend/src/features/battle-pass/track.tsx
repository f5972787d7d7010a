import { PASS_TRACKS, type PassTrack } from '@kla/proto/web'
import { type ReactNode, useId } from 'react'
import { type PassProgress, type PassSeason, type PassTier, useClaimRewardMutation } from '../../entities/pass/pass.js'
import { itemWords } from '../../entities/shop/items.js'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { REWARD, SEASON, TIERS, TRACK } from '../../texts/battle-pass.js'
import { rewardOf, rewardState } from './rules.js'
import styles from './track.module.css'

interface TrackProps {
  season: PassSeason
  you: PassProgress | null
  claimable: boolean
}

export const Track = ({ season, you, claimable }: TrackProps) => (
  <section aria-labelledby="tiers">
    <header className={styles.head}>
      <h2 id="tiers" className={styles.title}>
        {TIERS.title}
      </h2>
      <span className={styles.column} aria-hidden="true">
        {TRACK.free}
      </span>
      <span className={styles.column} aria-hidden="true">
        {TRACK.pass}
      </span>
    </header>
    <Tiers seasonId={season.id} tiers={season.tiers} you={you} claimable={claimable} />
  </section>
)

interface TiersProps {
  seasonId: string
  tiers: readonly PassTier[]
  you: PassProgress | null
  claimable: boolean
}

const Tiers = ({ tiers, ...rest }: TiersProps) => (
  <ol>
    {tiers.map((tier) => (
      <Tier key={tier.tier} tier={tier} {...rest} />
    ))}
  </ol>
)

interface EarlierTrackProps {
  season: PassSeason
  tiers: readonly PassTier[]
  you: PassProgress
}

/** Rewards that are left of an earlier season, until its own end of claiming. */
export function EarlierTrack({ season, tiers, you }: EarlierTrackProps) {
  const id = useId()
  return (
    <section className={styles.earlier} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {season.name}
      </h2>
      <p className={styles.lead}>
        {SEASON.over({ claimEnd: () => <RelativeTime at={season.claimable_until} planned /> })}
      </p>
      <Tiers seasonId={season.id} tiers={tiers} you={you} claimable />
    </section>
  )
}

interface TierProps {
  seasonId: string
  tier: PassTier
  you: PassProgress | null
  claimable: boolean
}

const spoken = (content: ReactNode) => <span className="visually-hidden">{content}</span>

const Tier = ({ seasonId, tier, you, claimable }: TierProps) => {
  const reached = you !== null && you.points >= tier.points
  return (
    <li className={styles.tier} data-reached={reached || undefined}>
      <div className={styles.step}>
        <h3 className={styles.number}>{TIERS.tier({ tier: tier.tier, spoken })}</h3>
        <p className={styles.points}>
          {TIERS.points({ points: tier.points, reached: reached ? 'yes' : 'no', spoken })}
        </p>
      </div>
      {PASS_TRACKS.map((track) => (
        <Reward key={track} seasonId={seasonId} tier={tier} track={track} you={you} claimable={claimable} />
      ))}
    </li>
  )
}

interface RewardProps {
  seasonId: string
  tier: PassTier
  track: PassTrack
  you: PassProgress | null
  claimable: boolean
}

function Reward({ seasonId, tier, track, you, claimable }: RewardProps) {
  const [claim, { isLoading }] = useClaimRewardMutation()
  const reward = rewardOf(tier, track)
  if (!reward) return <div className={styles.none} />
  const words = itemWords(reward.item, reward.units)
  const state = rewardState(tier, track, you)
  const take = async () => {
    const { error } = await claim({ season_id: seasonId, tier: tier.tier, track })
    if (error) toastError(errorText(error, REWARD.claimFailed))
    else toastSuccess(REWARD.claimedOne({ reward: words }))
  }
  return (
    <div className={styles.reward} data-state={state}>
      <div>
        <p className={styles.track}>{TRACK[track]}</p>
        <p className={styles.words}>{words}</p>
      </div>
      {state === 'ready' && claimable && (
        <Button
          variant="primary"
          busy={isLoading}
          aria-label={REWARD.claimOf({ reward: words, tier: tier.tier })}
          onClick={() => void take()}
        >
          {REWARD.claim}
        </Button>
      )}
      {state === 'claimed' && (
        <p className={styles.state}>
          <Icon name="check" size={16} /> {REWARD.claimed}
        </p>
      )}
      {state === 'needs-pass' && <p className={styles.state}>{REWARD.needsPass}</p>}
      {state === 'locked' && (
        <p className={styles.state}>
          <Icon name="lock" size={16} /> {REWARD.locked}
        </p>
      )}
    </div>
  )
}
