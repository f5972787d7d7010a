import { Lobby } from '../features/lobby/lobby.js'
import { FindMatch } from '../features/quick-match/find-match.js'
import { useFirstSign } from '../shared/browser/use-first-sign.js'
import { useSeating } from './seating.js'
import { loadRoom } from './room-part.js'

export default function LobbyRoute() {
  const { joining, join, enter } = useSeating()
  useFirstSign(loadRoom)
  return <Lobby quickMatch={<FindMatch />} joining={joining} onJoin={join} onCreated={enter} />
}
