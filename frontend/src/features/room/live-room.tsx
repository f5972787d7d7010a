import { BlockingProvider } from './blocking/blocking-provider.js'
import { ServicesContext } from './call/services-context.js'
import { useRoomServices } from './call/use-room-services.js'
import { useRoomClosed } from './leaving/use-room-closed.js'
import { ReportingProvider } from './reporting/reporting-provider.js'
import { RoomScreen } from './room-screen.js'
import { useRoomEvents } from './state/use-room-events.js'
import { useWakeLock } from './use-wake-lock.js'

/** A room with everything that lives in it: camera, call, drum, and what the server tells. */
export function LiveRoom() {
  const services = useRoomServices()
  useRoomEvents()
  useRoomClosed()
  useWakeLock()

  return (
    services && (
      <ServicesContext value={services}>
        <ReportingProvider>
          <BlockingProvider>
            <RoomScreen services={services} />
          </BlockingProvider>
        </ReportingProvider>
      </ServicesContext>
    )
  )
}
