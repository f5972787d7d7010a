import { useLimitsQuery } from '../../entities/limits/limits.js'
import { LimitsForm } from '../../entities/limits/limits-form.js'
import { Panel } from '../../shared/ui/panel.js'
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
