import { lazy, useEffect } from 'react'
import { Lobby } from '../../features/lobby/lobby.js'
import { showCarriedToast } from '../../features/room/leaving/carried-toast.js'
import { useSeating } from '../seating.js'
import { useInRoom } from '../use-in-room.js'

const Room = lazy(() => import('../../features/room/room.js').then(({ Room }) => ({ default: Room })))

export default function GameroomRoute() {
  const inRoom = useInRoom()
  const { joining, join, enter } = useSeating()
  useEffect(showCarriedToast, [])
  return inRoom ? <Room /> : <Lobby joining={joining} onJoin={join} onCreated={enter} />
}
