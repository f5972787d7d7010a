import { useEffect, useState } from 'react'
import { RECONNECT_GRACE_MS } from '@kla/proto/web'
import { BanStatement, useOwnBansQuery } from '../../entities/bans/bans.js'
import { PlaceInLine } from '../../entities/line/place-in-line.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { type ClosedBy, useLine, useRealtime } from '../../shared/realtime/index.js'
import { shownSeconds, useRemaining } from '../../shared/time/remaining.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { backToLobby } from './leaving/carried-toast.js'
import { forgetRoom } from './state/kept-room.js'
import { useRoom } from './state/use-room.js'
import styles from './connection.module.css'

const ENDED = {
  'taken-over': {
    title: 'This room was opened in another window',
    text: 'Your battle goes on there. This window is no longer connected.',
  },
  banned: { title: 'This account is banned', text: 'The battle is over; your opponent was told that you left.' },
} as const

type Ending = keyof typeof ENDED

export const endsTheStay = (closedBy: ClosedBy | null): closedBy is Ending =>
  closedBy !== null && Object.hasOwn(ENDED, closedBy)

export function ConnectionEnded({ closedBy }: { closedBy: Ending }) {
  const { title, text } = ENDED[closedBy]
  // Nothing is lost here by a step back.
  const steppedBack = useRoom(({ leaveAsked }) => leaveAsked)
  useEffect(() => {
    if (steppedBack) backToLobby(null)
  }, [steppedBack])
  useTitle('In the ring')
  useEffect(() => {
    // Neither a reload leads back to this seat.
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

function Counting() {
  const seconds = useGraceSeconds()
  return (
    <div className={styles.veil} data-whole>
      <p className={styles.count} aria-hidden="true">
        {seconds}
      </p>
      <p role="alert">You lost the connection.</p>
      <Spinner />
      <p className={styles.more} aria-hidden="true">
        {seconds > 0 ? `Trying to get it back. Your seat is kept for ${seconds} s.` : 'Still trying. Your seat may be gone.'}
      </p>
    </div>
  )
}

export function ConnectionLost() {
  const { status } = useRealtime()
  const line = useLine()
  if (status === 'lost') return <Counting />
  return (
    line && (
      <div className={styles.veil} data-whole>
        <Spinner />
        <PlaceInLine line={line} className={styles.more} />
      </div>
    )
  )
}

export function OpponentLost({ name }: { name: string }) {
  const seconds = useGraceSeconds()
  return (
    <div className={styles.veil}>
      <p className={styles.count} aria-hidden="true">
        {seconds}
      </p>
      <p role="status">{name} lost the connection.</p>
      <p className={styles.more} aria-hidden="true">
        {seconds > 0 ? `The seat is kept for ${seconds} s.` : 'Waiting for the room to decide…'}
      </p>
    </div>
  )
}

export function useGraceSeconds(): number {
  const [lostAt] = useState(() => Date.now())
  const graceMs = useClientConfig()?.reconnectGraceMs ?? RECONNECT_GRACE_MS
  return shownSeconds(useRemaining(lostAt + graceMs) ?? 0)
}
