import { browserMemory, type Memory } from '../browser/memory.js'
import { createSource, type Observable } from '../browser/observable.js'
import { CAM_OFF_KEY, MIC_OFF_KEY } from '../browser/personal.js'
import { type CameraRequest, type DeviceKind, type OpenedDevice, type Problems, UNBLURRED } from './camera.js'
import type { MediaState } from './media-state.js'
import type { LocalTracks, StandIn } from './stand-in.js'

/** The player's own camera and microphone. */
export interface LocalMediaView extends MediaState {
  asking: boolean
  /** True while a single device is being opened. */
  opening?: boolean
  /** True while the camera is replaced; the stand-in is sent meanwhile. */
  covered?: boolean
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
  /** Opens camera and microphone; only the microphone while the camera is turned off. */
  request(): Promise<void>
  /** Remembers in this tab what is off: it stays off until it is turned on. */
  setMic(on: boolean): void
  setCam(on: boolean): void
  stop(): void
}

/** Local media with exchangeable devices. */
export interface DeviceMedia extends LocalMedia {
  /** Resolves to whether it opened; the present device stays otherwise. */
  reopen(kind: DeviceKind): Promise<boolean>
  /** Ends the present picture at once; the next one opens by {@link reopen}. */
  cover(): void
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
  /** Holds what is turned off. */
  memory?: Memory
}

const NO_WAY: OpenedDevice = { track: null, errorName: 'NotSupportedError' }

const idOf = (track: MediaStreamTrack): string | undefined =>
  (track as Partial<MediaStreamTrack>).getSettings?.().deviceId

export function createLocalMedia(options: LocalMediaOptions): DeviceMedia {
  const { requestCamera, openDevice = () => Promise.resolve(NO_WAY), createStandIn, record, onDeviceLost } = options
  const { memory = browserMemory('sessionStorage') } = options
  const standIn = createStandIn()
  const source = createSource<LocalMediaView>({
    asking: false,
    mic: memory.getItem(MIC_OFF_KEY) === null,
    cam: memory.getItem(CAM_OFF_KEY) === null,
    source: 'stand-in',
    sound: 'stand-in',
    tracks: { audio: standIn.audio, video: standIn.video },
    errorName: null,
    problems: {},
    open: {},
    muted: {},
  })
  let stopped = false
  let reopening = 0
  /** Numbers openings: the latest one counts. */
  const turns = { camera: 0, microphone: 0 }

  const release = ({ audio, video }: LocalTracks) => {
    if (audio !== standIn.audio) audio.stop()
    if (video !== standIn.video) video.stop()
  }

  const isOpen = (kind: DeviceKind) => {
    const { source: picture, covered, sound } = source.get()
    return kind === 'camera' ? picture === 'camera' && !covered : sound === 'microphone'
  }

  const remember = (key: string, on: boolean) => (on ? memory.removeItem(key) : memory.setItem(key, '1'))

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
        ? { tracks: { ...tracks, video: after }, source: track ? 'camera' : 'stand-in', covered: false }
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
    if (!source.get().cam) {
      await reopen('microphone')
      return
    }
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

  const exchange = async (kind: DeviceKind): Promise<boolean> => {
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

  const reopen = async (kind: DeviceKind): Promise<boolean> => {
    if (stopped) return false
    reopening += 1
    source.set({ opening: true })
    const opened = await exchange(kind)
    reopening -= 1
    source.set({ opening: reopening > 0 })
    return opened
  }

  return {
    get: source.get,
    subscribe: source.subscribe,
    request,
    reopen,
    cover() {
      const { tracks, cam } = source.get()
      if (!isOpen('camera')) return
      standIn.video.enabled = cam
      source.set({ covered: true, tracks: { ...tracks, video: standIn.video } })
      tracks.video.stop()
    },
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
      remember(MIC_OFF_KEY, on)
      source.get().tracks.audio.enabled = on
      source.set({ mic: on })
      // The camera starts by its own press alone.
      if (on && source.get().sound === 'stand-in') void reopen('microphone')
    },
    setCam(on) {
      remember(CAM_OFF_KEY, on)
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
