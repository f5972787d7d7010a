import { useState } from 'react'
import { useSelector } from 'react-redux'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { Settling } from '../../../shared/ui/settling.js'
import { ALONE, REMATCH } from '../../../texts/room-battle.js'
import { ReadyButton } from '../controls/controls.js'
import { InviteButton } from '../leaving/leave-buttons.js'
import { useNext } from '../leaving/leave-room.js'
import { selectOpponent, useMe, useRoom } from '../state/use-room.js'
import styles from './result-card.module.css'
import { rematchWords } from './result-words.js'
import { useLastBattle } from './use-last-battle.js'

/** What to do next: a rematch, or without an opponent another way on. */
export function AfterResult({ phone }: { phone: boolean }) {
  const tie = useRoom(({ tie }) => tie)
  const opponent = useSelector(selectOpponent(useMe()))
  if (tie) return <p className={styles.after}>{REMATCH.afterTie}</p>
  // What replaces a pressed button must not take the press.
  return (
    <Settling key={opponent?.id ?? 'alone'} className={styles.after}>
      {opponent === null ? <Alone /> : <Together phone={phone} opponent={opponent.username} opponentId={opponent.id} />}
    </Settling>
  )
}

interface TogetherProps {
  phone: boolean
  opponent: string
  opponentId: number
}

function Together({ phone, opponent, opponentId }: TogetherProps) {
  const me = useMe()
  const { isHere, played } = useLastBattle()
  const isReady = useRoom(({ ready }) => ready.includes(me))
  const isOpponentReady = useRoom(({ ready }) => ready.includes(opponentId))
  const again = isHere && played
  return (
    <>
      <p className={styles.ask} role="status">
        {rematchWords({ opponent, again, isReady, isOpponentReady })}
      </p>
      {!phone && <ReadyButton />}
      <p className={styles.note}>{isReady ? REMATCH.readyHint : REMATCH.notReadyHint}</p>
    </>
  )
}

function Alone() {
  const isOpen = useRoom(({ about }) => about?.origin === 'lobby')
  const noWinner = useRoom(({ noWinner }) => noWinner)
  const { name } = useLastBattle()
  const { next, leaving } = useNext()
  const [stays, setStays] = useState(false)
  if (stays) {
    return (
      <>
        <p className={styles.ask} role="status">
          {ALONE.waiting}
        </p>
        <InviteButton />
        <p className={styles.note}>{ALONE.waitingHint}</p>
      </>
    )
  }
  return (
    <>
      <p className={styles.ask} role="status">
        {noWinner === 'left' ? ALONE.next : ALONE.left({ name })}
      </p>
      <Button variant="primary" busy={leaving} onClick={() => void next()}>
        {!leaving && <Icon name="search" />} {ALONE.find}
      </Button>
      {isOpen && <Button onClick={() => setStays(true)}>{ALONE.stay}</Button>}
    </>
  )
}
