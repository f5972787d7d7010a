import { useSelector } from 'react-redux'
import { endOfRounds } from '../../../entities/room/end-of-rounds.js'
import { SealedNote } from '../../../entities/reports/sealed-note.js'
import { clockFace, shownSeconds, useRemaining } from '../../../shared/time/remaining.js'
import { useReveal } from '../call/services.js'
import { ReadyButton } from '../controls/controls.js'
import { KeptCards } from '../hand/gif-card.js'
import { Hand } from '../hand/hand.js'
import type { Picking } from '../hand/use-pick.js'
import { SaveLastGif } from '../saving/save-buttons.js'
import { selectTimer, useMe, useRoom } from '../state/use-room.js'
import type { Tray } from '../wild-card/wild-card-button.js'
import { VotePanel } from './vote-panel.js'
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
      {phase === 'waiting' && <WaitingPanel phone={phone} />}
      {phase === 'prompt' && <Hand phone={phone} picking={picking} tray={tray} />}
      {phase === 'show' && <ShowPanel />}
      {phase === 'vote' && <VotePanel />}
      {phase === 'result' && <ResultPanel />}
    </div>
  )
}

function ResultPanel() {
  const timer = useSelector(selectTimer)
  const seconds = shownSeconds(useRemaining(timer?.endsAt ?? null) ?? 0)
  const winnerId = useRoom(({ winnerId }) => winnerId)
  const endReason = useRoom(({ endReason }) => endReason)
  return (
    <div className={styles.beside}>
      <div className={styles.words}>
        <h2 className={styles.title}>Rematch in {clockFace(seconds)}{seconds < 60 && ' s'}</h2>
        <p className={styles.text}>
          {winnerId !== null && 'Both votes agree. '}
          {winnerId === null &&
            (endReason === 'left' ? endOfRounds('left', undefined) : 'The votes do not agree on a winner.')}{' '}
          Then the corners are yours again: ready up for another battle, or leave the room.
        </p>
      </div>
      <SaveLastGif />
    </div>
  )
}

const GOAL = {
  rush: 'Rush: the first to finish is expected to win the vote.',
  stamina: 'Stamina: the one who lasts longer is expected to win the vote.',
} as const

function ShowPanel() {
  const me = useMe()
  const round = useRoom(({ round }) => round)
  const mode = useRoom(({ about }) => about?.mode)
  const opponent = useRoom(({ players }) => players.find(({ id }) => id !== me)?.username ?? 'the other player')
  return (
    <div className={styles.beside}>
      <div className={styles.words}>
        <h2 className={styles.title}>Round {round}</h2>
        <p className={styles.text}>
          You see what {opponent} picked for you, and {opponent} what you picked. {mode && GOAL[mode]}
        </p>
      </div>
      <KeptCards />
    </div>
  )
}

function missing(isReady: boolean, opponent: string | null, isOpponentReady: boolean): string {
  if (opponent === null) return 'Waiting for an opponent'
  if (isReady) return `Waiting for ${opponent} to be ready`
  return isOpponentReady ? `${opponent} is ready. Are you?` : 'Ready when you are'
}

function WaitingPanel({ phone }: { phone: boolean }) {
  const me = useMe()
  const isReady = useRoom(({ ready }) => ready.includes(me))
  const opponent = useRoom(({ players }) => players.find(({ id }) => id !== me)?.username ?? null)
  const isOpponentReady = useRoom(({ ready }) => ready.some((id) => id !== me))
  const plain = useReveal(({ room }) => room === 'plain')
  return (
    <div className={styles.words}>
      <h2 className={styles.title}>{missing(isReady, opponent, isOpponentReady)}</h2>
      <p className={styles.text}>
        Round 1 begins when both are ready. You pick a GIF for each other, then each of you watches what the other sent.
      </p>
      {plain && opponent !== null && <SealedNote who={opponent} className={styles.sealed} />}
      {!phone && (
        <div className={styles.actions}>
          <ReadyButton />
        </div>
      )}
    </div>
  )
}
