import { browserClock } from '../../../shared/realtime/clock.js'
import type { Realtime } from '../../../shared/realtime/index.js'
import { createDrum, createWebAudioKit, isDrumMuted, type Drum } from '../../../shared/drum/index.js'
import {
  browserCamera,
  createCall,
  createLocalMedia,
  createStandIn,
  createWatchBroadcast,
  firstFrame,
  recordCamera,
  requestCamera,
  type Call,
  type LocalMedia,
  type Signal,
  type WatchBroadcast,
} from '../../../shared/rtc/index.js'
import { toastNeutral } from '../../../shared/ui/toast.js'

/** What lives as long as the stay in a room, beside React. */
export interface RoomServices {
  media: LocalMedia
  call: Call
  /** To those who watch a cup tie. */
  broadcast: WatchBroadcast
  drum: Drum
  departure: Departure
}

/** Somebody has pressed what leads out of the room, and the server may not know yet. */
export interface Departure {
  readonly begun: boolean
  /** Nothing leaves this browser any more: every connection is over, and none begins. */
  begin(): void
  /** It came to nothing: the room is connected as the server knows it. */
  callOff(): void
}

const DEVICE_LOST = {
  camera: 'Your camera was disconnected. The other player sees a black picture.',
  microphone: 'Your microphone was disconnected. The other player hears nothing.',
} as const

export function createRoomServices({ post, resync }: Pick<Realtime, 'post' | 'resync'>): RoomServices {
  const media = createLocalMedia({
    requestCamera: () => requestCamera(browserCamera),
    createStandIn,
    record: (outcome) => recordCamera(outcome),
    onDeviceLost: (kind) => toastNeutral(DEVICE_LOST[kind]),
  })
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
  return { media, call, broadcast, drum, departure }
}

export function closeRoomServices({ media, call, broadcast, drum }: RoomServices): void {
  call.end()
  broadcast.end()
  media.stop()
  drum.close()
}
