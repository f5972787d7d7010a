import { useEffect } from 'react'
import { BanStatement } from '../../entities/bans/ban-statement.js'
import { useOwnBansQuery } from '../../entities/bans/bans.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { CONNECTION_ENDED } from '../../texts/room-ended.js'
import { ROOM } from '../../texts/room.js'
import type { Ending } from './connection.js'
import styles from './connection.module.css'
import { backToLobby } from './leaving/carried-toast.js'
import { forgetRoom } from './state/kept-room.js'
import { useRoom } from './state/use-room.js'

const ENDED: Readonly<Record<Ending, { title: string; text: string }>> = {
  'taken-over': { title: CONNECTION_ENDED.takenOver, text: CONNECTION_ENDED.takenOverText },
  banned: { title: CONNECTION_ENDED.banned, text: CONNECTION_ENDED.bannedText },
}

export default function ConnectionEnded({ closedBy }: { closedBy: Ending }) {
  const { title, text } = ENDED[closedBy]
  const steppedBack = useRoom(({ leaveAsked }) => leaveAsked)
  useEffect(() => {
    if (steppedBack) backToLobby(null)
  }, [steppedBack])
  useTitle(ROOM.pageTitle)
  useEffect(() => {
    // A reload must not lead back to this seat.
    if (closedBy === 'banned') forgetRoom()
  }, [closedBy])
  return (
    <div className={styles.ended} role="alert">
      <Icon name="offline" size={32} />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {closedBy === 'banned' && <Reasons />}
      <Button onClick={() => backToLobby(null)}>{CONNECTION_ENDED.backToLobby}</Button>
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
