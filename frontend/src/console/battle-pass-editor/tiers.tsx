import { type Item, ITEM_WORDS, ITEMS, PASS_TIERS_MAX, PASS_TRACKS, type PassTrack } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { readWhole } from '../kit/numbers.js'
import styles from './battle-pass-editor.module.css'
import { filledEvenly, fillProblem } from './fill-evenly.js'
import { EMPTY_TIER, type RewardDraft, type TierDraft, type TierErrors } from './season-draft.js'

interface TiersProps {
  tiers: readonly TierDraft[]
  fixed: number
  errors: ReadonlyMap<number, TierErrors> | undefined
  onChange: ((tiers: readonly TierDraft[]) => void) | null
}

export function Tiers({ tiers, fixed, errors, onChange }: TiersProps) {
  const full = tiers.length >= PASS_TIERS_MAX
  return (
    <>
      {tiers.length === 0 && <p>No tiers yet. Add at least one before you publish.</p>}
      {tiers.length > 0 && (
        <p className={styles.columns} aria-hidden="true">
          <span className={styles.number}>Tier</span>
          <span className={styles.points}>Points</span>
          <span className={styles.rewards}>Rewards for everyone, and with the pass</span>
        </p>
      )}
      <ol className={styles.tiers}>
        {tiers.map((tier, index) => {
          const open = onChange !== null && index >= fixed
          const change = (part: Partial<TierDraft>) =>
            onChange?.(tiers.map((each, at) => (at === index ? { ...each, ...part } : each)))
          return (
            <TierRow
              key={index}
              number={index + 1}
              tier={tier}
              errors={errors?.get(index)}
              onChange={open ? change : null}
              onRemove={open ? () => onChange(tiers.filter((_, at) => at !== index)) : null}
            />
          )
        })}
      </ol>
      {onChange && (
        <>
          <div>
            <Button disabled={full} onClick={() => onChange([...tiers, EMPTY_TIER])}>
              Add a tier
            </Button>
          </div>
          <FillEvenly tiers={tiers} fixed={fixed} onFill={onChange} />
        </>
      )}
    </>
  )
}

interface TierRowProps {
  number: number
  tier: TierDraft
  errors: TierErrors | undefined
  onChange: ((part: Partial<TierDraft>) => void) | null
  onRemove: (() => void) | null
}

const TierRow = ({ number, tier, errors, onChange, onRemove }: TierRowProps) => (
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
  onChange: ((part: Partial<RewardDraft>) => void) | null
}

const RewardFields = ({ tier, track, reward, error, onChange }: RewardFieldsProps) => (
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

interface FillEvenlyProps {
  tiers: readonly TierDraft[]
  fixed: number
  onFill: (tiers: readonly TierDraft[]) => void
}

function FillEvenly({ tiers, fixed, onFill }: FillEvenlyProps) {
  const [count, setCount] = useState('')
  const [top, setTop] = useState('')
  const [problem, setProblem] = useState<string>()
  const fill = () => {
    const filling = { count: readWhole(count) ?? 0, top: readWhole(top) ?? 0, fixed }
    const found = fillProblem(tiers, filling)
    setProblem(found ?? undefined)
    if (found === null) onFill(filledEvenly(tiers, filling))
  }
  return (
    <div className={styles.fill} role="group" aria-label="Fill evenly">
      <TextField
        label="Tiers in all"
        inputMode="numeric"
        maxLength={3}
        value={count}
        error={problem}
        onChange={(event) => setCount(event.target.value)}
      />
      <TextField
        label="Points of the last tier"
        inputMode="numeric"
        maxLength={7}
        value={top}
        onChange={(event) => setTop(event.target.value)}
      />
      <Button className={styles.fillButton} onClick={fill}>
        Fill evenly
      </Button>
    </div>
  )
}
