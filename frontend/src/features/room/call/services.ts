import { browserClock } from '../../../lib/realtime/clock.js'
import type { Realtime } from '../../../lib/realtime/index.js'
import { createDrum, createWebAudioKit, isDrumMuted, type Drum } from '../../../lib/drum/index.js'
import {
  browserCamera,
  createCall,
  createLocalMedia,
  createStandIn,
  firstFrame,
  recordCamera,
  requestCamera,
  type Call,
  type LocalMedia,
} from '../../../lib/rtc/index.js'
import { toastNeutral } from '../../../components/ui/toast.js'

/** What lives as long as the stay in a room, beside React. */
export interface RoomServices {
  media: LocalMedia
  call: Call
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
  const call = createCall({
    createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
    createStream: () => new MediaStream(),
    firstFrame,
    clock: browserClock,
    media,
    send: (to, { kind, payload }) => post(kind, { to, payload: { ...payload } }),
    refresh: resync,
    onError: (error) => console.error('Call:', error instanceof Error ? error.name : 'unknown error'),
  })
  const drum = createDrum(createWebAudioKit(), browserClock)
  drum.setMuted(isDrumMuted())
  return { media, call, drum }
}

export function closeRoomServices({ media, call, drum }: RoomServices): void {
  call.end()
  media.stop()
  drum.close()
}
