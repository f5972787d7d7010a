import { Hand } from '../hand/hand.js'
import type { usePick } from '../hand/use-pick.js'
import { useRoom } from '../state/use-room.js'
import { ResultPanel } from './result-panel.js'
import { ShowPanel } from './show-panel.js'
import { VotePanel } from './vote-panel.js'
import { WaitingPanel } from './waiting-panel.js'
import styles from './phase-panel.module.css'

interface PhasePanelProps {
  phone: boolean
  picking: ReturnType<typeof usePick>
}

/** What there is to do in this phase. A new phase comes in from below, in one movement. */
export function PhasePanel({ phone, picking }: PhasePanelProps) {
  const phase = useRoom(({ phase }) => phase)
  const round = useRoom(({ round }) => round)
  return (
    <div className={styles.panel} key={`${phase}-${round}`} data-phase={phase}>
      {phase === 'waiting' && <WaitingPanel phone={phone} />}
      {phase === 'prompt' && <Hand {...picking} />}
      {phase === 'show' && <ShowPanel />}
      {phase === 'vote' && <VotePanel />}
      {phase === 'result' && <ResultPanel />}
    </div>
  )
}
