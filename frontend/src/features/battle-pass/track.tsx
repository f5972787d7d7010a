import { PASS_TRACKS, type PassTrack } from '@kla/proto/web'
import { type PassProgress, type PassSeason, type PassTier, useClaimRewardMutation } from '../../entities/pass/pass.js'
import { itemWords } from '../../entities/shop/items.js'
import { errorText } from '../../shared/api/errors.js'
import { counted } from '../../shared/format.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
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
        Tiers
      </h2>
      <span className={styles.column} aria-hidden="true">
        For everyone
      </span>
      <span className={styles.column} aria-hidden="true">
        With the pass
      </span>
    </header>
    <ol>
      {season.tiers.map((tier) => (
        <Tier key={tier.tier} seasonId={season.id} tier={tier} you={you} claimable={claimable} />
      ))}
    </ol>
  </section>
)

interface TierProps {
  seasonId: string
  tier: PassTier
  you: PassProgress | null
  claimable: boolean
}

const Tier = ({ seasonId, tier, you, claimable }: TierProps) => {
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

interface RewardProps {
  seasonId: string
  tier: PassTier
  track: PassTrack
  you: PassProgress | null
  claimable: boolean
}

const TRACK_WORDS: Readonly<Record<PassTrack, string>> = { free: 'For everyone', pass: 'With the pass' }

function Reward({ seasonId, tier, track, you, claimable }: RewardProps) {
  const [claim, { isLoading }] = useClaimRewardMutation()
  const reward = rewardOf(tier, track)
  if (!reward) return <div className={styles.none} />
  const words = itemWords(reward.item, reward.units)
  const state = rewardState(tier, track, you)
  const take = async () => {
    const { error } = await claim({ season_id: seasonId, tier: tier.tier, track })
    if (error) toastError(errorText(error, "We couldn't claim the reward. Please try again."))
    else toastSuccess(`${words} claimed`)
  }
  return (
    <div className={styles.reward} data-state={state}>
      <div>
        <p className={styles.track}>{TRACK_WORDS[track]}</p>
        <p className={styles.words}>{words}</p>
      </div>
      {state === 'ready' && claimable && (
        <Button
          variant="primary"
          busy={isLoading}
          aria-label={`Claim ${words} of tier ${tier.tier}`}
          onClick={() => void take()}
        >
          Claim
        </Button>
      )}
      {state === 'claimed' && (
        <p className={styles.state}>
          <Icon name="check" size={16} /> Claimed
        </p>
      )}
      {state === 'needs-pass' && <p className={styles.state}>Needs the pass</p>}
      {state === 'locked' && (
        <p className={styles.state}>
          <Icon name="lock" size={16} /> Locked
        </p>
      )}
    </div>
  )
}
