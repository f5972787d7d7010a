import { PASS_TRACKS } from '@kla/proto/web'
import { IconButton } from '../../shared/ui/icon-button.js'
import { TextField } from '../../shared/ui/fields.js'
import { RewardFields } from './reward-fields.js'
import type { TierDraft } from './season-draft.js'
import type { TierErrors } from './season-errors.js'
import styles from './tiers.module.css'

interface TierRowProps {
  number: number
  tier: TierDraft
  errors: TierErrors | undefined
  /** Null where the tier stays as it is. */
  onChange: ((part: Partial<TierDraft>) => void) | null
  onRemove: (() => void) | null
}

/** One tier: from how many points on, and what it gives to whom. */
export const TierRow = ({ number, tier, errors, onChange, onRemove }: TierRowProps) => (
  <li className={styles.tier}>
    <strong className={styles.number}>{number}</strong>
    <div className={styles.points}>
      <TextField
        label={`Points of tier ${number}`}
        labelHidden
        inputMode="numeric"
        maxLength={7}
        disabled={onChange === null}
        value={tier.points}
        error={errors?.points}
        onChange={(event) => onChange?.({ points: event.target.value })}
      />
    </div>
    <div className={styles.rewards}>
      {PASS_TRACKS.map((track) => (
        <RewardFields
          key={track}
          tier={number}
          track={track}
          reward={tier[track]}
          error={errors?.[track]}
          onChange={onChange && ((part) => onChange({ [track]: { ...tier[track], ...part } }))}
        />
      ))}
    </div>
    {onRemove && <IconButton icon="trash" label={`Remove tier ${number}`} onClick={onRemove} />}
  </li>
)
