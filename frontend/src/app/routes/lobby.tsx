import { Lobby } from '../../features/lobby/lobby.js'
import { FindMatch } from '../../features/quick-match/find-match.js'
import { useFirstSign } from '../../shared/browser/use-first-sign.js'
import { prepareCamera } from '../prepare-camera.js'
import { loadRoom } from '../room-part.js'
import { useSeating } from '../seating.js'

export default function LobbyRoute() {
  const { joining, join, enter } = useSeating()
  // While somebody looks around; a phone opens the lobby without it.
  useFirstSign(loadRoom)
  return <Lobby quickMatch={<FindMatch onBegin={() => void prepareCamera()} />} joining={joining} onJoin={join} onCreated={enter} />
}
