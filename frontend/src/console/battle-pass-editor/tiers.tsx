import { PASS_TIERS_MAX } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { FillEvenly } from './fill-evenly-form.js'
import { EMPTY_TIER, type TierDraft } from './season-draft.js'
import type { TierErrors } from './season-errors.js'
import { TierRow } from './tier-row.js'
import styles from './tiers.module.css'

interface TiersProps {
  tiers: readonly TierDraft[]
  /** So many of the first ones stay as they are. */
  fixed: number
  errors: ReadonlyMap<number, TierErrors> | undefined
  /** Null for who may not. */
  onChange: ((tiers: readonly TierDraft[]) => void) | null
}

/** What is reached at how many points, and what it gives on either track. */
export function Tiers({ tiers, fixed, errors, onChange }: TiersProps) {
  const full = tiers.length >= PASS_TIERS_MAX
  return (
    <>
      {tiers.length === 0 && <p>No tiers yet. A season needs one at least before it can be published.</p>}
      {tiers.length > 0 && (
        // What each column is; every field says it by itself to who does not see this.
        <p className={styles.columns} aria-hidden="true">
          <span className={styles.number}>Tier</span>
          <span className={styles.points}>Points</span>
          <span className={styles.rewards}>Rewards for everybody, and with the pass</span>
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
