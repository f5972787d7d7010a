import { RECONNECT_GRACE_MS } from '@kla/proto/web'
import { useState } from 'react'
import { QueuePlaceNote } from '../../entities/admission-queue/queue-place-note.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { type ClosedBy, useQueuePlace, useRealtime } from '../../shared/realtime/index.js'
import { shownSeconds, useRemaining } from '../../shared/time/remaining.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { CONNECTION_LOST } from '../../texts/room.js'
import styles from './connection.module.css'

const ENDINGS = ['taken-over', 'banned'] as const

export type Ending = (typeof ENDINGS)[number]

export const endsTheStay = (closedBy: ClosedBy | null): closedBy is Ending =>
  ENDINGS.some((ending) => ending === closedBy)

function Counting() {
  const seconds = useGraceSeconds()
  return (
    <div className={styles.veil} data-whole>
      <p className={styles.count} aria-hidden="true">
        {seconds}
      </p>
      <p role="alert">{CONNECTION_LOST.lost}</p>
      <Spinner />
      <p className={styles.more} aria-hidden="true">
        {seconds > 0 ? CONNECTION_LOST.reconnecting({ seconds }) : CONNECTION_LOST.stillTrying}
      </p>
    </div>
  )
}

export function ConnectionLost() {
  const { status } = useRealtime()
  const line = useQueuePlace()
  if (status === 'lost') return <Counting />
  return (
    line && (
      <div className={styles.veil} data-whole>
        <Spinner />
        <QueuePlaceNote queuePlace={line} className={styles.more} />
      </div>
    )
  )
}

export function useGraceSeconds(): number {
  const [lostAt] = useState(() => Date.now())
  const graceMs = useClientConfig()?.reconnectGraceMs ?? RECONNECT_GRACE_MS
  return shownSeconds(useRemaining(lostAt + graceMs) ?? 0)
}
