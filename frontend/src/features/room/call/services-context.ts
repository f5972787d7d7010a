import { createContext, useContext, useSyncExternalStore } from 'react'
import type { CallView, LocalMediaView } from '../../../shared/rtc/index.js'
import type { RoomServices } from './services.js'

export const ServicesContext = createContext<RoomServices | null>(null)

export function useServices(): RoomServices {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('useServices needs a room above it.')
  return services
}

/** One part of the call, so that its other parts do not draw the component again. */
export function useCall<Part>(part: (view: CallView) => Part): Part {
  const { call } = useServices()
  return useSyncExternalStore(call.subscribe, () => part(call.get()))
}

/** One part of what this player sends. */
export function useLocalMedia<Part>(part: (view: LocalMediaView) => Part): Part {
  const { media } = useServices()
  return useSyncExternalStore(media.subscribe, () => part(media.get()))
}
