import { createContext, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import { takeHandedOver } from '../../../entities/devices/handover.js'
import { createOwnControl } from '../../../entities/devices/own-control.js'
import { createSource } from '../../../shared/browser/observable.js'
import { createLateDrum, type Drum, isDrumMuted } from '../../../shared/drum/index.js'
import { browserClock } from '../../../shared/realtime/clock.js'
import { type Realtime, useRealtime, useRealtimeClient } from '../../../shared/realtime/index.js'
import {
  type Call,
  type CallView,
  createCall,
  createLateCodecs,
  createLazyAdaptation,
  createPatches,
  createWatchBroadcast,
  type DeviceControl,
  firstFrame,
  type LocalMedia,
  type LocalMediaView,
  type Signal,
  type WatchBroadcast,
} from '../../../shared/rtc/index.js'
import { showNotice } from '../../../shared/ui/notices.js'
import { toastError } from '../../../shared/ui/toast.js'
import { WATCHERS_OUT } from '../../../texts/room.js'
import { createReveal, type Reveal, type RevealView } from '../reveal/reveal.js'
import { selectRoomId } from '../state/use-room.js'
import { loadAdaptation } from './load-adaptation.js'
import { loadCodecs } from './load-codecs.js'
import { loadDrum } from './load-drum.js'
import { createRepairReport, type RepairReport } from './repair-report.js'

/** Media, call, broadcast and reveal of one room. */
export interface RoomServices {
  media: LocalMedia
  control: DeviceControl
  reveal: Reveal
  call: Call
  repairReport: RepairReport
  broadcast: WatchBroadcast
  drum: Drum
  departure: Departure
}

interface Departure {
  readonly begun: boolean
  readonly ended: boolean
  /** Closes every connection: nothing leaves this browser any more. */
  begin(): void
  /** Reconnects as the server describes the room. */
  cancel(): void
  /** Closes every connection for good. */
  end(): void
  release(): void
}

interface RoomServicesDeps extends Pick<Realtime, 'post' | 'resync' | 'send'> {
  control: DeviceControl
  roomId: () => string | null
}

function createRoomServices({ control, post, resync, send, roomId }: RoomServicesDeps): RoomServices {
  const media = control.raw
  const reveal = createReveal({ media, createPatches, clock: browserClock, send, onRefused: toastError })
  const ways = {
    createPeerConnection: (configuration: RTCConfiguration) => new RTCPeerConnection(configuration),
    clock: browserClock,
    codecs: createLateCodecs(loadCodecs),
    media: reveal.media,
    send: (to: string, { kind, payload }: Signal) => post(kind, { to, payload: { ...payload } }),
    refresh: resync,
    onError: (error: unknown) => console.error('Call:', error instanceof Error ? error.name : 'unknown error'),
  }
  const repairReport = createRepairReport({ post, roomId })
  const call = createCall({
    ...ways,
    createAdaptation: createLazyAdaptation(loadAdaptation),
    createStream: () => new MediaStream(),
    firstFrame,
    onPicture: (via) => post('media-connected', { via }),
    onBegin: reveal.begin,
    onRepair: repairReport.change,
  })
  const broadcast = createWatchBroadcast({
    ...ways,
    onLapse: ({ spectators }) =>
      showNotice(WATCHERS_OUT[spectators ? 'spectators' : 'judge'], { id: WATCHERS_OUT.spectators }),
  })
  const drum = createLateDrum(loadDrum, isDrumMuted())
  let begun = false
  let ended = false
  let released = false
  const departure: Departure = {
    get begun() {
      return begun
    },
    get ended() {
      return ended
    },
    begin() {
      begun = true
      call.end()
      broadcast.end()
    },
    cancel() {
      begun = false
      resync()
    },
    end() {
      if (ended) return
      begun = ended = true
      call.end()
      broadcast.end()
      drum.close()
    },
    release() {
      if (released) return
      released = true
      control.close()
      reveal.stop()
      media.stop()
    },
  }
  return { media, control, reveal, call, repairReport, broadcast, drum, departure }
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

export function useReveal<Part>(part: (view: RevealView) => Part): Part {
  const { reveal } = useServices()
  return useSyncExternalStore(reveal.subscribe, () => part(reveal.get()))
}

/** True unless the room is plain or revealed; unknown counts as veiled. */
export const useVeiled = (): boolean => useReveal(({ room, state }) => room !== 'plain' && state !== 'open')

function endServices(services: RoomServices | null): void {
  services?.departure.end()
  services?.departure.release()
}

/** Takes the devices that were opened before the room, or requests them. Releases everything at the end. */
export function useRoomServices(): RoomServices | null {
  const { post, resync, send } = useRealtime()
  const client = useRealtimeClient()
  const store = useStore<Parameters<typeof selectRoomId>[0]>()
  const [held] = useState(() => createSource<{ services: RoomServices | null }>({ services: null }))

  // Before the room's replacement is drawn.
  useLayoutEffect(() => () => endServices(held.get().services), [held])
  useEffect(() => {
    const opened = takeHandedOver()
    const control = opened ?? createOwnControl()
    const services = createRoomServices({ control, post, resync, send, roomId: () => selectRoomId(store.getState()) })
    held.set({ services })
    if (!opened) void control.raw.request()
    const unsubscribe = client.subscribe(() => services.reveal.connection(client.connection().status))
    return () => {
      unsubscribe()
      held.set({ services: null })
      endServices(services)
    }
  }, [held, client, post, resync, send, store])

  return useSyncExternalStore(held.subscribe, () => held.get().services)
}
