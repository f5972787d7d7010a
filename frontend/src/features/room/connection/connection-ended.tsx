import { useEffect } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { BanStatement } from '../../../entities/bans/ban-statement.js'
import { Icon } from '../../../shared/ui/icon.js'
import { useOwnBansQuery } from '../../../entities/bans/bans.js'
import type { ClosedBy } from '../../../shared/realtime/index.js'
import { backToLobby } from '../leaving/back-to-lobby.js'
import { forgetRoom } from '../state/kept-room.js'
import styles from './connection-ended.module.css'

const ENDED = {
  'taken-over': {
    title: 'This room was opened in another window',
    text: 'Your battle goes on there. This window is no longer connected.',
  },
  banned: { title: 'This account is banned', text: 'The battle is over; your opponent was told that you left.' },
} as const

type Ending = keyof typeof ENDED

/** Whether a closed connection is the end of the stay, with a notice in place of the room. */
export const endsTheStay = (closedBy: ClosedBy | null): closedBy is Ending =>
  closedBy !== null && Object.hasOwn(ENDED, closedBy)

/** In place of the room once its connection is closed for good. */
export function ConnectionEnded({ closedBy }: { closedBy: Ending }) {
  const { title, text } = ENDED[closedBy]
  useEffect(() => {
    // There is no way back to this seat, neither by a reload.
    if (closedBy === 'banned') forgetRoom()
  }, [closedBy])
  return (
    <div className={styles.ended} role="alert">
      <Icon name="offline" size={32} />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {closedBy === 'banned' && <Reasons />}
      <Button onClick={() => backToLobby(null)}>Back to the lobby</Button>
    </div>
  )
}

function Reasons() {
  const { data: bans } = useOwnBansQuery(undefined, { refetchOnMountOrArgChange: true })
  const ban = bans?.find(({ scope }) => scope === 'global')
  return (
    ban && (
      <div className={styles.reasons}>
        <BanStatement ban={ban} titled={false} />
      </div>
    )
  )
}
