import type { PassTrack } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { itemWords } from '../../entities/item/item-words.js'
import { errorText } from '../../shared/api/errors.js'
import { useClaimRewardMutation, type PassProgress, type PassTier } from '../../entities/pass/pass.js'
import { rewardOf, rewardState } from './reward-state.js'
import styles from './reward.module.css'

interface RewardProps {
  seasonId: string
  tier: PassTier
  track: PassTrack
  you: PassProgress | null
  claimable: boolean
}

const TRACK_WORDS: Readonly<Record<PassTrack, string>> = { free: 'For everybody', pass: 'With the pass' }

/** What a tier gives on one track, and where one stands with it. */
export function Reward({ seasonId, tier, track, you, claimable }: RewardProps) {
  const [claim, { isLoading }] = useClaimRewardMutation()
  const reward = rewardOf(tier, track)
  if (!reward) return <div className={styles.none} />
  const words = itemWords(reward.item, reward.units)
  const state = rewardState(tier, track, you)
  const take = async () => {
    const { error } = await claim({ season_id: seasonId, tier: tier.tier, track })
    if (error) toastError(errorText(error, 'The reward could not be claimed. Please try again.'))
    else toastSuccess(`${words} claimed`)
  }
  return (
    <div className={styles.reward} data-state={state}>
      <div>
        <p className={styles.track}>{TRACK_WORDS[track]}</p>
        <p className={styles.words}>{words}</p>
      </div>
      {state === 'ready' && claimable && (
        <Button variant="primary" busy={isLoading} aria-label={`Claim ${words} of tier ${tier.tier}`} onClick={() => void take()}>
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
