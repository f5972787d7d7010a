import { useTitle } from '../../lib/navigation/use-title.js'
import { useRealtime } from '../../lib/realtime/index.js'
import { ServicesContext } from './call/services-context.js'
import { useRoomServices } from './call/use-room-services.js'
import { ConnectionEnded } from './connection/connection-ended.js'
import { useRoomClosed } from './leaving/use-room-closed.js'
import { RoomScreen } from './room-screen.js'
import { useRoomEvents } from './state/use-room-events.js'

/** The room that this player is in. */
export function Room() {
  const services = useRoomServices()
  const { closedBy } = useRealtime()
  useTitle('In the ring')
  useRoomEvents()
  useRoomClosed()

  if (closedBy === 'taken-over' || closedBy === 'banned') return <ConnectionEnded closedBy={closedBy} />
  return (
    services && (
      <ServicesContext value={services}>
        <RoomScreen services={services} />
      </ServicesContext>
    )
  )
}
