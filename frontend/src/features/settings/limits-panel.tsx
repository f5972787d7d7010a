import { LimitsForm } from '../../entities/limits/limits-form.js'
import form from '../../entities/limits/limits-form.module.css'
import { useLimits } from '../../entities/limits/limits.js'
import { Panel } from '../../shared/ui/panel.js'
import { LIMITS_PANEL } from '../../texts/settings.js'
import styles from './limits-panel.module.css'
import { Loaded } from './loaded.js'

interface LimitsPanelProps {
  onChanged: (isChanged: boolean) => void
}

/** Acts that the player refuses or would rather not be dealt. */
export function LimitsPanel({ onChanged }: LimitsPanelProps) {
  return (
    <Panel title={LIMITS_PANEL.title}>
      <p className={styles.note}>{LIMITS_PANEL.note}</p>
      <details className={form.group}>
        <summary className={form.summary}>
          <span className={form.title}>{LIMITS_PANEL.whoKnows}</span>
        </summary>
        <p className={styles.explained}>{LIMITS_PANEL.whoKnowsAnswer}</p>
      </details>
      <Loaded query={useLimits()} texts={LIMITS_PANEL} height="12rem">
        {(card) => <LimitsForm kept={card} onChanged={onChanged} />}
      </Loaded>
    </Panel>
  )
}
