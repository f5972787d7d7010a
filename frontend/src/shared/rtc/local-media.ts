import { createSource, type Observable } from '../browser/observable.js'
import { type CameraRequest, type DeviceKind, type OpenedDevice, type Problems, UNBLURRED } from './camera.js'
import type { MediaState } from './media-state.js'
import type { LocalTracks, StandIn } from './stand-in.js'

/** The player's own camera and microphone. */
export interface LocalMediaView extends MediaState {
  asking: boolean
  tracks: LocalTracks
  errorName: string | null
  /** `Unplugged` and `Returned` (present, not open) are our names. */
  problems?: Problems
  open?: Partial<Record<DeviceKind, string>>
  /** True if muted by system or hardware. */
  muted?: Partial<Record<DeviceKind, boolean>>
}

/** False without a camera: the next press opens one. */
export const isCamOn = ({ asking, cam, source }: LocalMediaView): boolean => cam && (asking || source === 'camera')

/** The player's own media, ready to send. */
export interface LocalMedia extends Observable<LocalMediaView> {
  request(): Promise<void>
  setMic(on: boolean): void
  setCam(on: boolean): void
  stop(): void
}

/** Local media with exchangeable devices. */
export interface DeviceMedia extends LocalMedia {
  /** Resolves to whether it opened; the present device stays otherwise. */
  reopen(kind: DeviceKind): Promise<boolean>
  explain(kind: DeviceKind, problem: string): void
  /** Resolves to whether the constraints took effect. */
  applySound(constraints: Record<'echoCancellation' | 'noiseSuppression', boolean>): Promise<boolean>
}

interface LocalMediaOptions {
  requestCamera: () => Promise<CameraRequest>
  openDevice?: (kind: DeviceKind) => Promise<OpenedDevice>
  createStandIn: () => StandIn
  record: (outcome: { granted: boolean; errorName: string | null }) => void
  onDeviceLost: (kind: DeviceKind) => void
}

const NO_WAY: OpenedDevice = { track: null, errorName: 'NotSupportedError' }

const idOf = (track: MediaStreamTrack): string | undefined =>
  (track as Partial<MediaStreamTrack>).getSettings?.().deviceId

export function createLocalMedia(options: LocalMediaOptions): DeviceMedia {
  const { requestCamera, openDevice = () => Promise.resolve(NO_WAY), createStandIn, record, onDeviceLost } = options
  const standIn = createStandIn()
  const source = createSource<LocalMediaView>({
    asking: false,
    mic: true,
    cam: true,
    source: 'stand-in',
    sound: 'stand-in',
    tracks: { audio: standIn.audio, video: standIn.video },
    errorName: null,
    problems: {},
    open: {},
    muted: {},
  })
  let stopped = false
  /** Numbers openings: the latest one counts. */
  const turns = { camera: 0, microphone: 0 }

  const release = ({ audio, video }: LocalTracks) => {
    if (audio !== standIn.audio) audio.stop()
    if (video !== standIn.video) video.stop()
  }

  const isOpen = (kind: DeviceKind) =>
    kind === 'camera' ? source.get().source === 'camera' : source.get().sound === 'microphone'

  const adopt = (kind: DeviceKind, track: MediaStreamTrack | null, errorName?: string) => {
    const { tracks, mic, cam, problems, open, muted } = source.get()
    const before = kind === 'camera' ? tracks.video : tracks.audio
    const after = track ?? (kind === 'camera' ? standIn.video : standIn.audio)
    after.enabled = kind === 'camera' ? cam : mic
    if (track) watch(track, kind)
    // Motion matters more than detail when bits are short.
    if (track && kind === 'camera') track.contentHint = 'motion'
    source.set({
      problems: { ...problems, [kind]: track ? undefined : errorName },
      open: { ...open, [kind]: track ? idOf(track) : undefined },
      muted: { ...muted, [kind]: track?.muted },
      ...(kind === 'camera'
        ? { tracks: { ...tracks, video: after }, source: track ? 'camera' : 'stand-in' }
        : { tracks: { ...tracks, audio: after }, sound: track ? 'microphone' : 'stand-in' }),
    })
    if (before !== after && before !== standIn.audio && before !== standIn.video) before.stop()
  }

  const watch = (track: MediaStreamTrack, kind: DeviceKind) => {
    track.onended = () => {
      const { tracks } = source.get()
      if (track !== tracks.audio && track !== tracks.video) return
      adopt(kind, null, 'Unplugged')
      onDeviceLost(kind)
    }
    track.onmute = track.onunmute = () => {
      const { tracks, muted } = source.get()
      if (track === tracks.audio || track === tracks.video) source.set({ muted: { ...muted, [kind]: track.muted } })
    }
  }

  const request = async () => {
    if (stopped || source.get().asking) return
    source.set({ asking: true })
    const turn = { camera: ++turns.camera, microphone: ++turns.microphone }
    const { audio, video, errorName, problems } = await requestCamera()
    if (stopped) {
      audio?.stop()
      video?.stop()
      return
    }
    record({ granted: errorName === null, errorName })
    if (turn.microphone === turns.microphone) adopt('microphone', audio, problems?.microphone ?? errorName ?? undefined)
    else audio?.stop()
    if (turn.camera === turns.camera) adopt('camera', video, problems?.camera ?? errorName ?? undefined)
    else video?.stop()
    source.set({ asking: false, errorName })
  }

  const reopen = async (kind: DeviceKind): Promise<boolean> => {
    if (stopped) return false
    const turn = ++turns[kind]
    const outdated = () => stopped || turn !== turns[kind]
    let opened = await openDevice(kind)
    // Phones open one camera at a time.
    if (opened.errorName === 'NotReadableError' && isOpen(kind) && !outdated()) {
      adopt(kind, null, opened.errorName)
      opened = await openDevice(kind)
    }
    if (outdated()) {
      opened.track?.stop()
      return false
    }
    if (opened.track) adopt(kind, opened.track)
    else if (!isOpen(kind) || opened.errorName === UNBLURRED) adopt(kind, null, opened.errorName)
    return opened.track !== null
  }

  return {
    get: source.get,
    subscribe: source.subscribe,
    request,
    reopen,
    explain: (kind, problem) => source.set({ problems: { ...source.get().problems, [kind]: problem } }),
    async applySound(constraints) {
      const { tracks, sound } = source.get()
      if (sound === 'stand-in') return true
      try {
        await tracks.audio.applyConstraints({ ...tracks.audio.getConstraints(), ...constraints })
        const settings = tracks.audio.getSettings()
        return (
          settings.echoCancellation === constraints.echoCancellation &&
          settings.noiseSuppression === constraints.noiseSuppression
        )
      } catch {
        return false
      }
    },
    setMic(on) {
      source.get().tracks.audio.enabled = on
      source.set({ mic: on })
      // The camera starts by its own press alone.
      if (on && source.get().sound === 'stand-in') void reopen('microphone')
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
