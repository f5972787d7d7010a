import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { BLUR_GIVEN_UP } from '../../../entities/studio/use-control.js'
import { createDrum, createWebAudioKit, type Drum, isDrumMuted } from '../../../shared/drum/index.js'
import { browserClock } from '../../../shared/realtime/clock.js'
import { type Realtime, useRealtime } from '../../../shared/realtime/index.js'
import {
  browserDevices, type Call, type CallView, createCall, createDeviceControl, createLocalMedia, createOpening, createSource,
  createStandIn, createWatchBroadcast, type DeviceControl, firstFrame, goesWithoutCamera, type LocalMedia, type LocalMediaView,
  recordCamera, type Signal, type WatchBroadcast,
} from '../../../shared/rtc/index.js'
import { toastNeutral } from '../../../shared/ui/toast.js'

export interface RoomServices {
  media: LocalMedia
  control: DeviceControl
  call: Call
  broadcast: WatchBroadcast
  drum: Drum
  departure: Departure
}

/** The player has pressed leave or block, and the server may not know yet. */
interface Departure {
  readonly begun: boolean
  /** Closes every connection and opens none: nothing leaves this browser any more. */
  begin(): void
  /** The departure failed: connects again as the server describes the room. */
  callOff(): void
}

const DEVICE_LOST = {
  camera: 'Your camera was disconnected. The other player sees a black picture.',
  microphone: 'Your microphone was disconnected. The other player hears nothing.',
} as const

function createRoomServices({ post, resync }: Pick<Realtime, 'post' | 'resync'>): RoomServices {
  const devices = browserDevices()
  const media = createLocalMedia({
    ...createOpening(devices, () => toastNeutral(BLUR_GIVEN_UP)),
    createStandIn,
    record: (outcome) => recordCamera(outcome),
    onDeviceLost: (kind) => toastNeutral(DEVICE_LOST[kind]),
  })
  const control = createDeviceControl(media, devices)
  const ways = {
    createPeerConnection: (configuration: RTCConfiguration) => new RTCPeerConnection(configuration),
    clock: browserClock,
    media,
    send: (to: string, { kind, payload }: Signal) => post(kind, { to, payload: { ...payload } }),
    refresh: resync,
    onError: (error: unknown) => console.error('Call:', error instanceof Error ? error.name : 'unknown error'),
  }
  const call = createCall({
    ...ways,
    createStream: () => new MediaStream(),
    firstFrame,
    onPicture: (via) => post('media-connected', { via }),
  })
  const broadcast = createWatchBroadcast(ways)
  const drum = createDrum(createWebAudioKit(), browserClock)
  drum.setMuted(isDrumMuted())
  let begun = false
  const departure: Departure = {
    get begun() {
      return begun
    },
    begin() {
      begun = true
      call.end()
      broadcast.end()
    },
    callOff() {
      begun = false
      resync()
    },
  }
  return { media, control, call, broadcast, drum, departure }
}

function closeRoomServices({ media, control, call, broadcast, drum }: RoomServices): void {
  call.end()
  broadcast.end()
  control.close()
  media.stop()
  drum.close()
}

export const ServicesContext = createContext<RoomServices | null>(null)

export function useServices(): RoomServices {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('useServices needs a room above it.')
  return services
}

/** Selects from the call, so that other changes do not re-render. */
export function useCall<Part>(part: (view: CallView) => Part): Part {
  const { call } = useServices()
  return useSyncExternalStore(call.subscribe, () => part(call.get()))
}

export function useLocalMedia<Part>(part: (view: LocalMediaView) => Part): Part {
  const { media } = useServices()
  return useSyncExternalStore(media.subscribe, () => part(media.get()))
}

/** Creates the services on entry, asks for the camera, and releases everything at the end. */
export function useRoomServices(): RoomServices | null {
  const { post, resync } = useRealtime()
  const [held] = useState(() => createSource<{ services: RoomServices | null }>({ services: null }))

  useEffect(() => {
    const services = createRoomServices({ post, resync })
    held.set({ services })
    if (goesWithoutCamera()) void services.control.raw.reopen('microphone')
    else void services.media.request()
    return () => {
      held.set({ services: null })
      closeRoomServices(services)
    }
  }, [held, post, resync])

  return useSyncExternalStore(held.subscribe, () => held.get().services)
}
