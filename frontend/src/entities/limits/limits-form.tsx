import type { ActToken, Limit } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Segmented } from '../../shared/ui/segmented.js'
import { ACT_GROUP_NAMES, ACT_NAMES } from '../../texts/limits-card.js'
import { LIMIT, LIMITS_FORM } from '../../texts/limits-form.js'
import styles from './limits-form.module.css'
import {
  actsByGroup,
  type Card,
  type Choices,
  choicesBetween,
  isSameCard,
  limitOf,
  summaryOf,
  useSetLimits,
  withChoices,
} from './limits.js'

const LIMIT_OPTIONS: readonly { value: Limit; label: string }[] = [
  { value: 'yes', label: LIMIT.yes },
  { value: 'soft', label: LIMIT.soft },
  { value: 'no', label: LIMIT.no },
]

interface LimitsFormProps {
  kept: Card
  /** Called when the draft begins or stops to differ from `kept`. */
  onChanged?: (isChanged: boolean) => void
}

/** Form of the limits card, which saves on a press only. What is chosen meanwhile stays when `kept` changes. */
export function LimitsForm({ kept, onChanged }: LimitsFormProps) {
  const [{ choices, card }, setChosen] = useState<{ choices: Choices; card: Card }>({ choices: {}, card: kept })
  const [save, { isLoading, error, reset, originalArgs }] = useSetLimits()
  const choose = (next: Choices) => setChosen({ choices: next, card: kept })
  if (card !== kept) choose(choicesBetween(kept, withChoices(kept, choices)))
  const soon = isLoading && originalArgs ? withChoices(kept, originalArgs) : kept
  const draft = withChoices(soon, choices)
  const changed = !isSameCard(draft, kept)
  useEffect(() => onChanged?.(changed), [onChanged, changed])

  const keep = async () => {
    if (isLoading) return
    await save(choices)
  }
  const set = (act: ActToken, to: Limit) => {
    if (!isLoading) reset()
    choose({ ...choices, [act]: { from: limitOf(soon, act), to } })
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      {actsByGroup.map(({ group, acts }) => (
        <details key={group} className={styles.group}>
          <summary className={styles.summary}>
            <span className={styles.title}>{ACT_GROUP_NAMES[group]}</span>{' '}
            <span className={styles.counts}>{summaryOf(draft, acts)}</span>
          </summary>
          <div className={styles.acts}>
            {acts.map(({ token }) => (
              <Segmented
                key={token}
                label={ACT_NAMES[token]}
                name={`limit-${token}`}
                value={limitOf(draft, token)}
                options={LIMIT_OPTIONS}
                onChange={(limit) => set(token, limit)}
              />
            ))}
          </div>
        </details>
      ))}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isLoading} disabled={!changed}>
          {LIMITS_FORM.save}
        </Button>
        {changed && <Button onClick={() => choose({})}>{LIMITS_FORM.undo}</Button>}
        <span role="status" className={styles.counts}>
          {changed ? !error && LIMITS_FORM.unsaved : LIMITS_FORM.saved({ summary: summaryOf(kept) })}
        </span>
        <span role="alert" className={styles.failed}>
          {changed && error && errorText(error, LIMITS_FORM.failed)}
        </span>
      </div>
    </form>
  )
}
