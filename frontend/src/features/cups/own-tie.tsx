import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Cup, type TieView, useBePresentMutation } from '../../entities/cup/cups.js'
import { useNameFirst } from '../../entities/names/use-name-first.js'
import { invitePath } from '../../entities/room/room-key.js'
import { errorText, isRefusal } from '../../shared/api/errors.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { Countdown } from '../../shared/ui/countdown.js'
import { Panel } from '../../shared/ui/panel.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { toastError } from '../../shared/ui/toast.js'
import { BRACKET, OWN_TIE } from '../../texts/cup.js'
import styles from './own.module.css'
import { keepPresence, type PresenceResult } from './presence.js'
import { opponentIn, tieName } from './rules.js'

interface OwnTieProps {
  cup: Cup
  tie: TieView
  userId: number
}

export function OwnTie({ cup, tie, userId }: OwnTieProps) {
  const { here, present, lost, confirmPresence } = usePresence(cup.id, tie.id)
  const { nameFirst, question } = useNameFirst()
  const opponentId = opponentIn(tie, userId)
  const opponent = cup.entries.find(({ id }) => id === opponentId) ?? null
  const rounds = Math.max(...cup.ties.map(({ round }) => round))
  const open = tie.state === 'called' || tie.state === 'playing'
  return (
    <Panel title={OWN_TIE.title({ tie: tieName(tie.round, rounds) })} className={open ? styles.due : styles.panel}>
      <Corners
        opponent={opponent?.username ?? null}
        here={here || present.includes(userId)}
        opponentHere={opponentId !== null && present.includes(opponentId)}
        reported={here && open}
      />
      {tie.state === 'waiting' && <p className={styles.text}>{OWN_TIE.waiting}</p>}
      {tie.state === 'disputed' && <p className={styles.text}>{OWN_TIE.disputed}</p>}
      {tie.state === 'called' && (
        <p>{OWN_TIE.called({ left: () => tie.deadline && <Countdown until={tie.deadline} /> })}</p>
      )}
      {tie.state === 'playing' && <p>{OWN_TIE.playing}</p>}
      {open && !here && (
        <Button variant="primary" size="l" onClick={() => nameFirst(confirmPresence)}>
          {tie.state === 'playing' ? OWN_TIE.join : OWN_TIE.confirm}
        </Button>
      )}
      {question}
      {open && here && (
        <p className={styles.waiting} role="status">
          <Spinner /> {lost ? OWN_TIE.lost : OWN_TIE.confirmed}
        </p>
      )}
    </Panel>
  )
}

interface CornersProps {
  opponent: string | null
  here: boolean
  opponentHere: boolean
  reported: boolean
}

const notes = (here: boolean) => (here ? OWN_TIE.here : OWN_TIE.notHere)

const Corners = ({ opponent, here, opponentHere, reported }: CornersProps) => (
  <ul className={styles.corners}>
    <li className={classNames(styles.corner, styles.you)}>
      <span className={styles.name}>{OWN_TIE.you}</span>
      {reported && <span className={styles.note}>{notes(here)}</span>}
    </li>
    <li className={classNames(styles.corner, styles.other)}>
      <span className={styles.name}>{opponent ?? BRACKET.undecided}</span>
      {reported && <span className={styles.note}>{notes(opponentHere)}</span>}
    </li>
  </ul>
)

interface Presence {
  here: boolean
  present: readonly number[]
  lost: boolean
  confirmPresence: () => void
}

function usePresence(cupId: string, tieId: string): Presence {
  const navigate = useNavigate()
  const [bePresent] = useBePresentMutation()
  const [here, setHere] = useState(false)
  const [present, setPresent] = useState<readonly number[]>([])
  const [lost, setLost] = useState(false)

  useEffect(() => {
    if (!here) return undefined
    const confirm = async (): Promise<PresenceResult> => {
      const { data, error } = await bePresent({ cupId, tieId })
      if (data) return { answer: data }
      return isRefusal(error) ? { refused: errorText(error, OWN_TIE.refused) } : { lost: true }
    }
    const onResult = (result: PresenceResult) => {
      setLost('lost' in result)
      if ('refused' in result) {
        setHere(false)
        toastError(result.refused)
      }
      if (!('answer' in result)) return
      setPresent(result.answer.present)
      if (result.answer.room_id !== null) void navigate(invitePath({ roomId: result.answer.room_id, passcode: null }))
    }
    return keepPresence({ confirm, onResult, clock: browserClock })
  }, [here, cupId, tieId, bePresent, navigate])

  return { here, present, lost, confirmPresence: () => setHere(true) }
}
