import { Suspense } from 'react'
import { useSelector } from 'react-redux'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { ROOM } from '../../texts/room.js'
import { SoundAndMotion } from './controls/sound-and-motion.js'
import { TimerRing } from './later-parts.js'
import { InviteButton, LeaveButton, NextButton } from './leaving/leave-buttons.js'
import styles from './room-header.module.css'
import { selectPhase, selectTimer, useMe, useRoom } from './state/use-room.js'

export function RoomHeader({ phone }: { phone: boolean }) {
  const me = useMe()
  const about = useRoom(({ about }) => about)
  const phase = useSelector(selectPhase)
  const timer = useSelector(selectTimer)
  const round = useRoom(({ phase, round }) => (phase === 'prompt' || phase === 'show' ? round : null))
  const full = useRoom(({ players }) => players.some(({ id }) => id !== me))
  // One line on phones: the room while waiting, the round while playing.
  const playing = phone && round !== null
  const mode = about ? MODE_WORDS[about.mode].name : ''
  return (
    <header className={styles.header}>
      <div className={styles.about}>
        <h1 className={playing ? 'visually-hidden' : styles.name}>{about?.name ?? ROOM.unnamed}</h1>
        {about && (
          <p className={phone && !playing ? 'visually-hidden' : styles.kind}>
            {playing ? ROOM.round({ round, mode }) : ROOM.kind({ mode, category: CATEGORY_WORDS[about.category] })}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <SoundAndMotion />
        {full && !phone && about?.origin === 'lobby' && <InviteButton variant="quiet" />}
        <NextButton compact={phone} />
        <LeaveButton compact={phone} />
      </div>
      <Suspense>{timer && <TimerRing phase={phase} timer={timer} />}</Suspense>
    </header>
  )
}
