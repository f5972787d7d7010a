import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { showCarriedToast } from '../../features/room/leaving/carried-toast.js'
import { selectTakingSeat } from '../../lib/matching/match-slice.js'
import { LobbyRoute } from '../lobby-part.js'
import { Room } from '../room-part.js'
import { ScreenLoading } from '../screen-loading.js'
import { useSeating } from '../seating.js'
import { useInRoom } from '../use-in-room.js'

export default function GameroomRoute() {
  const inRoom = useInRoom()
  const { arriving } = useSeating()
  const matched = useSelector(selectTakingSeat)
  // Leaving a room reloads the page; what is to be said about it is said here.
  useEffect(showCarriedToast, [])

  if (inRoom) return <Room />
  if (arriving || matched) return <ScreenLoading>Taking your seat…</ScreenLoading>
  return <LobbyRoute />
}
