import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { Lobby } from '../../features/lobby/lobby.js'
import { FindMatch } from '../../features/quick-match/find-match.js'
import { showCarriedToast } from '../../features/room/leaving/carried-toast.js'
import { lazyPart } from '../../lib/browser/lazy-part.js'
import { useFirstSign } from '../../lib/browser/use-first-sign.js'
import { selectTakingSeat } from '../../lib/matching/match-slice.js'
import { prepareCamera } from '../prepare-camera.js'
import { ScreenLoading } from '../screen-loading.js'
import { useSeating } from '../seating.js'
import { useInRoom } from '../use-in-room.js'

const loadRoom = () => import('../../features/room/room.js').then(({ Room }) => ({ default: Room }))
const Room = lazyPart(loadRoom)
/** Fetched while somebody looks around, so that the stage is there when the seat is; a phone opens the lobby without it. */
const loadStage = () => void Room.load().catch(() => undefined)

export default function GameroomRoute() {
  const inRoom = useInRoom()
  const { joining, arriving, join, enter } = useSeating()
  const matched = useSelector(selectTakingSeat)
  // Leaving a room reloads the page; what is to be said about it is said here.
  useEffect(showCarriedToast, [])
  useFirstSign(loadStage)

  if (inRoom) return <Room />
  if (arriving || matched) return <ScreenLoading>Taking your seat…</ScreenLoading>
  return <Lobby quickMatch={<FindMatch onBegin={() => void prepareCamera()} />} joining={joining} onJoin={join} onCreated={enter} />
}
