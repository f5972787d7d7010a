import { browserClock } from '../../../lib/realtime/clock.js'
import type { Realtime } from '../../../lib/realtime/index.js'
import { createDrum, createWebAudioKit, isDrumMuted, type Drum } from '../../../lib/drum/index.js'
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
} from '../../../lib/rtc/index.js'
import { toastNeutral } from '../../../components/ui/toast.js'

/** What lives as long as the stay in a room, beside React. */
export interface RoomServices {
  media: LocalMedia
  call: Call
  /** To those who watch a cup tie. */
  broadcast: WatchBroadcast
  drum: Drum
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
  return { media, call, broadcast, drum }
}

export function closeRoomServices({ media, call, broadcast, drum }: RoomServices): void {
  call.end()
  broadcast.end()
  media.stop()
  drum.close()
}
