import { useEffect } from 'react'
import { holdPage } from '../../shared/browser/page-hold.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { ConnectionEnded, endsTheStay } from './connection/connection-ended.js'
import { LiveRoom } from './live-room.js'

/** The room that this player is in. */
export function Room() {
  const { closedBy } = useRealtime()
  useTitle('In the ring')
  useEffect(holdPage, [])
  // Nothing of the room stays behind the notice: camera, call and drum end with it.
  return endsTheStay(closedBy) ? <ConnectionEnded closedBy={closedBy} /> : <LiveRoom />
}
