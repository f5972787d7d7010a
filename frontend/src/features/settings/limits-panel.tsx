import type { ActToken, Limit } from '@kla/proto/web'
import { useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { Segmented } from '../../shared/ui/segmented.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
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

/** Acts that the player refuses or would rather not be dealt. */
export function LimitsPanel() {
  const { data: card, isError, isFetching, refetch } = useLimitsQuery()
  return (
    <Panel title="Your limits">
      <p className={styles.note}>
        A GIF that shows something you or your opponent never want isn’t dealt or played in your battle. What you’d
        rather not see only comes up when nothing else is left. Changes count from your next battle.
      </p>
      <p className={styles.note}>
        We never tell anyone what you’ve set. Every battle leaves out some other acts too, so an act that’s missing may
        or may not be one of your limits, however often you meet. But an opponent can tell that what does come up isn’t
        a “Never” of yours. Someone who meets you often may guess a limit when something stops coming up, when most GIFs
        of a category show it, or when it can be played but is never dealt.
      </p>
      {!card && !isError && <Skeleton height="12rem" />}
      {!card && isError && (
        <EmptyState
          icon="offline"
          title="We couldn't load your limits"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          They still apply. Try again in a moment.
        </EmptyState>
      )}
      {card && <LimitsForm kept={card} />}
    </Panel>
  )
}

const LIMIT_OPTIONS: readonly { value: Limit; label: string }[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'soft', label: 'Rather not' },
  { value: 'no', label: 'Never' },
]

function LimitsForm({ kept }: { kept: Card }) {
  const [draft, setDraft] = useState(kept)
  const [save, { isLoading }] = useSetLimitsMutation()
  const changed = !isSameCard(draft, kept)

  const keep = async () => {
    if (isLoading) return
    const { error } = await save(draft)
    if (error) toastError(errorText(error, "We couldn't save your limits. Please try again."))
    else toastSuccess('Your limits are saved')
  }
  const set = (act: ActToken, limit: Limit) => setDraft((before) => ({ ...before, [act]: limit }))

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
          {changed ? 'Not saved yet' : `Saved: ${summaryOf(kept)}`}
        </span>
      </div>
    </form>
  )
}
