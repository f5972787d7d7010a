import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRealtime } from '../../../shared/realtime/index.js'
import { createSource } from '../../../shared/rtc/index.js'
import { closeRoomServices, createRoomServices, type RoomServices } from './services.js'

/** Makes the room's services when it is entered, asks for the camera, and lets go of everything at the end. */
export function useRoomServices(): RoomServices | null {
  const { post, resync } = useRealtime()
  const [held] = useState(() => createSource<{ services: RoomServices | null }>({ services: null }))

  useEffect(() => {
    const services = createRoomServices({ post, resync })
    held.set({ services })
    void services.media.request()
    return () => {
      held.set({ services: null })
      closeRoomServices(services)
    }
  }, [held, post, resync])

  return useSyncExternalStore(held.subscribe, () => held.get().services)
}
