import { lazy } from 'react'
import { Lobby } from '../../features/lobby/lobby.js'
import { ScreenLoading } from '../screen-loading.js'
import { useSeating } from '../seating.js'
import { useInRoom } from '../use-in-room.js'

const Room = lazy(() => import('../../features/room/room.js').then(({ Room }) => ({ default: Room })))

export default function GameroomRoute() {
  const inRoom = useInRoom()
  const { joining, arriving, join, enter } = useSeating()
  if (inRoom) return <Room />
  if (arriving) return <ScreenLoading>Taking your seat…</ScreenLoading>
  return <Lobby joining={joining} onJoin={join} onCreated={enter} />
}
