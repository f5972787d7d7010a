import { Hand } from '../hand/hand.js'
import type { Picking } from '../hand/use-pick.js'
import { useRoom } from '../state/use-room.js'
import type { Tray } from '../wild-card/use-tray.js'
import { ResultPanel } from './result-panel.js'
import { ShowPanel } from './show-panel.js'
import { VotePanel } from './vote-panel.js'
import { WaitingPanel } from './waiting-panel.js'
import styles from './phase-panel.module.css'

interface PhasePanelProps {
  phone: boolean
  picking: Picking
  tray: Tray
}

/** What there is to do in this phase. A new phase comes in from below, in one movement. */
export function PhasePanel({ phone, picking, tray }: PhasePanelProps) {
  const phase = useRoom(({ phase }) => phase)
  const round = useRoom(({ round }) => round)
  return (
    <div className={styles.panel} key={`${phase}-${round}`} data-phase={phase}>
      {phase === 'waiting' && <WaitingPanel phone={phone} />}
      {phase === 'prompt' && <Hand phone={phone} picking={picking} tray={tray} />}
      {phase === 'show' && <ShowPanel />}
      {phase === 'vote' && <VotePanel />}
      {phase === 'result' && <ResultPanel />}
    </div>
  )
}
