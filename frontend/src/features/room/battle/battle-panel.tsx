import { Settling } from '../../../shared/ui/settling.js'
import { UNNAMED } from '../../../texts/players.js'
import { SHOWING } from '../../../texts/room-battle.js'
import { KeptCards } from '../hand/gif-card.js'
import { Hand } from '../hand/hand.js'
import type { Picking } from '../hand/use-pick.js'
import type { RoomState } from '../state/room-slice.js'
import { useMe, useRoom } from '../state/use-room.js'
import type { Tray } from '../wild-card/use-tray.js'
import styles from './phase-panel.module.css'
import { ResultCard } from './result-card.js'
import { VotePanel } from './vote-panel.js'

export { ReceivedStrip } from '../saving/received-strip.js'

interface BattlePanelProps {
  phase: Exclude<RoomState['phase'], 'waiting'>
  phone: boolean
  picking: Picking
  tray: Tray
}

/** Ignores presses meant for the previous phase, so that they pick, save and vote nothing. */
export default function BattlePanel(props: BattlePanelProps) {
  return (
    <Settling>
      <PanelOf {...props} />
    </Settling>
  )
}

function PanelOf({ phase, phone, picking, tray }: BattlePanelProps) {
  if (phase === 'prompt') return <Hand phone={phone} picking={picking} tray={tray} />
  if (phase === 'show') return <ShowPanel />
  return phase === 'vote' ? <VotePanel /> : <ResultCard phone={phone} />
}

function ShowPanel() {
  const me = useMe()
  const round = useRoom(({ round }) => round)
  const mode = useRoom(({ about }) => about?.mode ?? 'unknown')
  const opponent = useRoom(({ players }) => players.find(({ id }) => id !== me)?.username ?? UNNAMED.opponentInSentence)
  return (
    <div className={styles.beside}>
      <div className={styles.words}>
        <h2 className={styles.title}>{SHOWING.title({ round })}</h2>
        <p className={styles.text}>{SHOWING.text({ opponent, mode })}</p>
      </div>
      <KeptCards />
    </div>
  )
}
