import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { endOfRounds } from '../../../entities/room/end-of-rounds.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { toastError } from '../../../shared/ui/toast.js'
import { VOTE } from '../../../texts/room-battle.js'
import { ReceivedStrip } from '../saving/received-strip.js'
import { SaveLastGif } from '../saving/save-buttons.js'
import { roomSlice } from '../state/room-slice.js'
import { useMe, useRoom } from '../state/use-room.js'
import styles from './phase-panel.module.css'
import { useLastBattle } from './use-last-battle.js'

export function VotePanel() {
  const me = useMe()
  const players = useRoom(({ players }) => players)
  const endReason = useRoom(({ endReason }) => endReason)
  const finishedBy = useRoom(({ finishedBy }) => finishedBy)
  const knowsLast = useRoom(({ lastGif }) => lastGif !== null)
  const { name: leaver } = useLastBattle()
  const { vote, busy, voted, choice } = useVote()
  const sides = [...players].sort((a, b) => Number(b.id === me) - Number(a.id === me))
  const finisher = finishedBy === me ? 'you' : players.find(({ id }) => id === finishedBy)

  return (
    <div className={styles.beside}>
      <div className={styles.words}>
        <h2 className={styles.title}>{VOTE.title}</h2>
        <p className={styles.text}>{VOTE.text({ end: endOfRounds(endReason, { finisher, leaver }) })}</p>
        <div className={styles.votes} role="group" aria-label={VOTE.label}>
          {sides.map(({ id, username }) => (
            <Button
              key={id}
              className={styles.vote}
              data-side={id === me ? 'you' : 'other'}
              aria-pressed={choice === id}
              disabled={voted || busy}
              onClick={() => void vote(id)}
            >
              {id === me ? VOTE.you({ name: username }) : username}
            </Button>
          ))}
          <Button
            className={styles.vote}
            aria-pressed={choice === null}
            disabled={voted || busy}
            onClick={() => void vote(null)}
          >
            {VOTE.noWinner}
          </Button>
        </div>
        <p className={styles.note} role="status">
          {voted && (
            <>
              <Icon name="check" size={16} /> {VOTE.submitted}
            </>
          )}
        </p>
      </div>
      {/* Which one was last is not known after a reload. */}
      {knowsLast ? <SaveLastGif /> : <ReceivedStrip />}
    </div>
  )
}

function useVote() {
  const { send } = useRealtime()
  const dispatch = useDispatch()
  const me = useMe()
  const roomId = useRoom(({ roomId }) => roomId)
  const voted = useRoom(({ voted }) => voted.includes(me))
  const [busy, setBusy] = useState(false)
  /** Undefined until this player votes; the server keeps it secret. */
  const [choice, setChoice] = useState<number | null>()

  const vote = async (winnerId: number | null) => {
    if (roomId === null || voted || busy) return
    setBusy(true)
    const answer = await send('declare-winner', { roomId, winnerId })
    setBusy(false)
    if (answer.success) setChoice(winnerId)
    if (answer.success || answer.code === 'ALREADY_VOTED') dispatch(roomSlice.actions.voted(me))
    else toastError(answer.error)
  }

  return { vote, busy, voted, choice }
}
