import { useLimitsQuery } from '../../entities/limits/limits.js'
import { LimitsForm } from '../../entities/limits/limits-form.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
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
