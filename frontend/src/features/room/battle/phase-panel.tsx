import { Suspense } from 'react'
import { Settling } from '../../../shared/ui/settling.js'
import { WAITING } from '../../../texts/room-waiting.js'
import { ReadyButton } from '../controls/controls.js'
import type { Picking } from '../hand/use-pick.js'
import { BattlePanel, ReceivedStrip } from '../later-panels.js'
import { isDeserted } from '../state/ready-up.js'
import { useMe, useRoom } from '../state/use-room.js'
import type { Tray } from '../wild-card/use-tray.js'
import styles from './phase-panel.module.css'

interface PhasePanelProps {
  phone: boolean
  picking: Picking
  tray: Tray
}

export function PhasePanel({ phone, picking, tray }: PhasePanelProps) {
  const phase = useRoom(({ phase }) => phase)
  const round = useRoom(({ round }) => round)
  return (
    <div className={styles.panel} key={`${phase}-${round}`} data-phase={phase}>
      {phase === 'waiting' ? (
        <Settling>
          <WaitingPanel phone={phone} />
        </Settling>
      ) : (
        <Suspense>
          <BattlePanel phase={phase} phone={phone} picking={picking} tray={tray} />
        </Suspense>
      )}
    </div>
  )
}

function missing(isReady: boolean, opponent: string | null, isOpponentReady: boolean): string {
  if (opponent === null) return WAITING.alone
  if (isReady) return WAITING.opponentMissing({ opponent })
  return isOpponentReady ? WAITING.youMissing({ opponent }) : WAITING.bothMissing
}

function WaitingPanel({ phone }: { phone: boolean }) {
  const me = useMe()
  const isReady = useRoom(({ ready }) => ready.includes(me))
  const opponent = useRoom(({ players }) => players.find(({ id }) => id !== me)?.username ?? null)
  const isOpponentReady = useRoom(({ ready }) => ready.some((id) => id !== me))
  const deserted = useRoom(isDeserted)
  const matched = useRoom(({ about }) => about?.origin === 'match')
  const received = useRoom(({ receivedGifs }) => receivedGifs.length > 0)
  return (
    <div className={styles.beside}>
      <div className={styles.words}>
        <h2 className={styles.title}>{deserted ? WAITING.deserted : missing(isReady, opponent, isOpponentReady)}</h2>
        <p className={styles.text}>
          {!deserted ? WAITING.text : matched ? WAITING.findAnother : WAITING.untilDeadline}
        </p>
        {!phone && !deserted && (
          <div className={styles.actions}>
            <ReadyButton />
          </div>
        )}
      </div>
      <Suspense>{received && <ReceivedStrip />}</Suspense>
    </div>
  )
}
