import type { ActToken, Limit } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import { Segmented } from '../../shared/ui/segmented.js'
import {
  actsByGroup,
  type Card,
  isSameCard,
  limitOf,
  summaryOf,
  useLimitsQuery,
  useSetLimitsMutation,
} from './limits.js'
import styles from './limits-panel.module.css'
import { Loaded } from './loaded.js'

interface LimitsPanelProps {
  onChanged: (isChanged: boolean) => void
}

/** Acts that the player refuses or would rather not be dealt. */
export function LimitsPanel({ onChanged }: LimitsPanelProps) {
  return (
    <Panel title="Your limits">
      <p className={styles.note}>
        We never deal or play a GIF that shows something you or your opponent marked “Never”. “Rather not” only comes up
        when nothing else is left. Changes count from your next battle.
      </p>
      <details className={styles.group}>
        <summary className={styles.summary}>
          <span className={styles.title}>Can others tell what I set?</span>
        </summary>
        <p className={styles.explained}>
          We never tell anyone what you’ve set. Every battle leaves out some other acts too, so a missing act may or may
          not be one of your limits. But an opponent can tell that what does come up isn’t a “Never” of yours. Someone
          who meets you often may guess a limit when something stops coming up, when most GIFs of a category show it, or
          when it can be played but is never dealt.
        </p>
      </details>
      <Loaded query={useLimitsQuery()} what="your limits" height="12rem" reassurance="They still apply.">
        {(card) => <LimitsForm kept={card} onChanged={onChanged} />}
      </Loaded>
    </Panel>
  )
}

const LIMIT_OPTIONS: readonly { value: Limit; label: string }[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'soft', label: 'Rather not' },
  { value: 'no', label: 'Never' },
]

function LimitsForm({ kept, onChanged }: LimitsPanelProps & { kept: Card }) {
  const [draft, setDraft] = useState(kept)
  const [save, { isLoading, error, reset }] = useSetLimitsMutation()
  const changed = !isSameCard(draft, kept)
  useEffect(() => onChanged(changed), [onChanged, changed])

  const keep = async () => {
    if (isLoading) return
    await save(draft)
  }
  const set = (act: ActToken, limit: Limit) => {
    reset()
    setDraft((before) => ({ ...before, [act]: limit }))
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
            <span className={styles.title}>{group}</span>{' '}
            <span className={styles.counts}>{summaryOf(draft, acts)}</span>
          </summary>
          <div className={styles.acts}>
            {acts.map(({ token, words }) => (
              <Segmented
                key={token}
                label={words}
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
          Save my limits
        </Button>
        {changed && <Button onClick={() => setDraft(kept)}>Undo changes</Button>}
        <span role="status" className={styles.counts}>
          {changed ? !error && 'Not saved yet' : `Saved: ${summaryOf(kept)}`}
        </span>
        <span role="alert" className={styles.failed}>
          {changed && error && errorText(error, "We couldn't save your limits. Try again.")}
        </span>
      </div>
    </form>
  )
}
