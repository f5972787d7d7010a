import { ITEMS, type Item, type PassTrack } from '@kla/proto/web'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { ITEM_WORDS } from '../../entities/item/item-words.js'
import type { RewardDraft } from './season-draft.js'
import styles from './tiers.module.css'

const TRACK_WORDS: Readonly<Record<PassTrack, string>> = { free: 'Free', pass: 'Pass' }

const OPTIONS: readonly { value: Item | ''; label: string }[] = [
  { value: '', label: 'Nothing' },
  ...ITEMS.map((value) => ({ value, label: ITEM_WORDS[value].many })),
]

interface RewardFieldsProps {
  tier: number
  track: PassTrack
  reward: RewardDraft
  error: string | undefined
  /** Null where it stays as it is. */
  onChange: ((part: Partial<RewardDraft>) => void) | null
}

/** What a tier gives on one track. */
export const RewardFields = ({ tier, track, reward, error, onChange }: RewardFieldsProps) => (
  <div className={styles.reward}>
    <span className={styles.track}>{TRACK_WORDS[track]}</span>
    <SelectField
      label={`${TRACK_WORDS[track]} reward of tier ${tier}`}
      labelHidden
      disabled={onChange === null}
      value={reward.item}
      options={OPTIONS}
      onChange={(item) => onChange?.({ item })}
    />
    <div className={styles.units}>
      <TextField
        label={`Units of the ${track} reward of tier ${tier}`}
        labelHidden
        inputMode="numeric"
        maxLength={3}
        disabled={onChange === null || reward.item === ''}
        value={reward.item === '' ? '' : reward.units}
        error={error}
        onChange={(event) => onChange?.({ units: event.target.value })}
      />
    </div>
  </div>
)
