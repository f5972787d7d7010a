import { CUP_CHECK_IN_MS, CUP_NO_SHOW_MS } from '@kla/proto/web'
import { Panel } from '../../shared/ui/panel.js'
import styles from './cup.module.css'

const minutes = (ms: number) => ms / 60_000

/** What somebody has to know before entering. */
export const HowItRuns = () => (
  <Panel title="How it runs" className={styles.rules}>
    <ol className={styles.steps}>
      <li>Check-in opens {minutes(CUP_CHECK_IN_MS)} minutes before the start. Whoever has not checked in does not play.</li>
      <li>When your tie is called, be here within {minutes(CUP_NO_SHOW_MS)} minutes. Whoever is not loses it.</li>
      <li>The room opens when both of you are here. Whoever wins goes on, until one is left.</li>
      <li>Judges may watch a tie. Others may only while both players agree, and you always see who does.</li>
    </ol>
  </Panel>
)
