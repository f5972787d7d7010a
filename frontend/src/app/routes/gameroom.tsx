import { lazy, useEffect } from 'react'
import { Lobby } from '../../features/lobby/lobby.js'
import { showCarriedToast } from '../../features/room/leaving/carried-toast.js'
import { ScreenLoading } from '../screen-loading.js'
import { useSeating } from '../seating.js'
import { useInRoom } from '../use-in-room.js'

const loadRoom = () => import('../../features/room/room.js').then(({ Room }) => ({ default: Room }))
const Room = lazy(loadRoom)

export default function GameroomRoute() {
  const inRoom = useInRoom()
  const { joining, arriving, join, enter } = useSeating()
  // Leaving a room reloads the page; what is to be said about it is said here.
  useEffect(showCarriedToast, [])
  // Fetched while somebody looks around, so that the stage is there when the seat is.
  useEffect(() => void loadRoom().catch(() => undefined), [])

  if (inRoom) return <Room />
  if (arriving) return <ScreenLoading>Taking your seat…</ScreenLoading>
  return <Lobby joining={joining} onJoin={join} onCreated={enter} />
}
