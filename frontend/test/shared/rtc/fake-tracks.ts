import { createSource } from '../../../src/shared/browser/observable.js'
import type { LocalMediaView } from '../../../src/shared/rtc/local-media.js'
import type { Patches } from '../../../src/shared/rtc/patches.js'

export interface FakeTrack {
  name: string
  enabled: boolean
  stopped: boolean
  copies: FakeTrack[]
  clone(): FakeTrack
  stop(): void
}

export const fakeTrack = (name: string): FakeTrack => ({
  name,
  enabled: true,
  stopped: false,
  copies: [],
  clone() {
    const copy = fakeTrack(`copy of ${name}`)
    this.copies.push(copy)
    return copy
  },
  stop() {
    this.stopped = true
  },
})

export const real = (track: FakeTrack) => track as unknown as MediaStreamTrack

/** Local media with a camera and a microphone, and patches that note what they film. */
export function fakeMedia() {
  const camera = fakeTrack('camera')
  const microphone = fakeTrack('microphone')
  const media = createSource<LocalMediaView>({
    asking: false,
    mic: true,
    cam: true,
    source: 'camera',
    sound: 'microphone',
    errorName: null,
    tracks: { audio: real(microphone), video: real(camera) },
  })
  const patches = { made: 0, filmed: [] as unknown[], stopped: false }
  const createPatches = (): Patches => {
    patches.made += 1
    return {
      tracks: { audio: real(fakeTrack('silence')), video: real(fakeTrack('patches')) },
      film: (track) => patches.filmed.push(track),
      stop: () => (patches.stopped = true),
    }
  }
  return { camera, microphone, media, patches, createPatches }
}

export const namesOf = ({ audio, video }: { audio: unknown; video: unknown }) =>
  [audio, video].map((track) => (track as FakeTrack | null)?.name ?? null)
