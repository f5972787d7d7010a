import type { CameraRequest } from './camera.js'
import type { MediaState } from './media-state.js'
import { createSource, type Observable } from './observable.js'
import type { LocalTracks, StandIn } from './stand-in.js'

export interface LocalMediaView extends MediaState {
  asking: boolean
  tracks: LocalTracks
  errorName: string | null
}

export interface LocalMedia extends Observable<LocalMediaView> {
  request(): Promise<void>
  setMic(on: boolean): void
  setCam(on: boolean): void
  stop(): void
}

interface LocalMediaOptions {
  requestCamera: () => Promise<CameraRequest>
  createStandIn: () => StandIn
  record: (outcome: { granted: boolean; errorName: string | null }) => void
  /** A device was unplugged, or taken away by the system. */
  onDeviceLost: (kind: 'camera' | 'microphone') => void
}

export function createLocalMedia({ requestCamera, createStandIn, record, onDeviceLost }: LocalMediaOptions): LocalMedia {
  const standIn = createStandIn()
  const source = createSource<LocalMediaView>({
    asking: false,
    mic: true,
    cam: true,
    source: 'stand-in',
    sound: 'stand-in',
    tracks: { audio: standIn.audio, video: standIn.video },
    errorName: null,
  })
  let stopped = false

  const release = ({ audio, video }: LocalTracks) => {
    if (audio !== standIn.audio) audio.stop()
    if (video !== standIn.video) video.stop()
  }

  const watch = (track: MediaStreamTrack, kind: 'camera' | 'microphone') => {
    track.onended = () => {
      const { tracks } = source.get()
      if (track !== tracks.audio && track !== tracks.video) return
      source.set(
        kind === 'camera'
          ? { tracks: { ...tracks, video: standIn.video }, source: 'stand-in' }
          : { tracks: { ...tracks, audio: standIn.audio }, sound: 'stand-in' },
      )
      onDeviceLost(kind)
    }
  }

  const request = async () => {
    if (stopped || source.get().asking) return
    source.set({ asking: true })
    const { audio, video, errorName } = await requestCamera()
    if (stopped) {
      audio?.stop()
      video?.stop()
      return
    }
    record({ granted: errorName === null, errorName })
    const before = source.get()
    if (audio) watch(audio, 'microphone')
    if (video) watch(video, 'camera')
    if (audio) audio.enabled = before.mic
    if (video) video.enabled = before.cam
    release(before.tracks)
    source.set({
      asking: false,
      errorName,
      tracks: { audio: audio ?? standIn.audio, video: video ?? standIn.video },
      source: video ? 'camera' : 'stand-in',
      sound: audio ? 'microphone' : 'stand-in',
    })
  }

  return {
    get: source.get,
    subscribe: source.subscribe,
    request,
    setMic(on) {
      source.get().tracks.audio.enabled = on
      source.set({ mic: on })
      if (on && source.get().sound === 'stand-in') void request()
    },
    setCam(on) {
      source.get().tracks.video.enabled = on
      source.set({ cam: on })
      if (on && source.get().source === 'stand-in') void request()
    },
    stop() {
      stopped = true
      release(source.get().tracks)
      standIn.stop()
    },
  }
}
