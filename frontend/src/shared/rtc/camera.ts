import { CAMERA } from '@kla/proto/web'
import { browserMemory } from '../browser/memory.js'

type GetUserMedia = (constraints: MediaStreamConstraints) => Promise<MediaStream>
export type DeviceKind = 'camera' | 'microphone'
/** Error names of missing devices. */
export type Problems = Partial<Record<DeviceKind, string>>

/** Our own error name: the wanted blur is unavailable, so no picture. */
export const UNBLURRED = 'Unblurred'

/** What a request for camera and microphone gave. */
export interface CameraRequest {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  errorName: string | null
  problems?: Problems
}

/** Device ids; null means the browser's choice. */
export interface Wanted {
  camera: string | null
  microphone: string | null
  facing: 'user' | 'environment'
  echoCancellation: boolean
  noiseSuppression: boolean
}

const ANY: Wanted = { camera: null, microphone: null, facing: 'user', echoCancellation: true, noiseSuppression: true }

/** Ideal values: `exact` fails on real cameras. */
const videoOf = ({ camera, facing }: Wanted, id: (id: string) => ConstrainDOMString): MediaTrackConstraints => ({
  width: { ideal: CAMERA.width },
  height: { ideal: CAMERA.height },
  frameRate: { ideal: CAMERA.frameRate },
  ...(camera === null ? { facingMode: facing } : { deviceId: id(camera) }),
})
const audioOf = (
  { microphone, echoCancellation, noiseSuppression }: Wanted,
  id: (id: string) => ConstrainDOMString,
): MediaTrackConstraints => ({
  echoCancellation,
  noiseSuppression,
  autoGainControl: true,
  ...(microphone === null ? {} : { deviceId: id(microphone) }),
})
const ideal = (id: string) => ({ ideal: id })
const exact = (id: string) => ({ exact: id })

const errorNameOf = (error: unknown) => (error as Partial<Error> | null)?.name ?? 'UnknownError'

interface RequestOptions {
  getUserMedia: GetUserMedia
  /** True if asking for one device raises no second prompt. */
  isAllowed: (kind: DeviceKind) => Promise<boolean>
}

/** An opened device, or the browser's error. */
export type OpenedDevice = { track: MediaStreamTrack; errorName: null } | { track: null; errorName: string }

/** Opens one device. Never rejects. */
export async function openDevice(
  { getUserMedia }: Pick<RequestOptions, 'getUserMedia'>,
  kind: DeviceKind,
  wanted: Wanted = ANY,
): Promise<OpenedDevice> {
  try {
    const stream = await getUserMedia(
      kind === 'camera' ? { video: videoOf(wanted, exact) } : { audio: audioOf(wanted, exact) },
    )
    const [track] = kind === 'camera' ? stream.getVideoTracks() : stream.getAudioTracks()
    return track ? { track, errorName: null } : { track: null, errorName: 'NotFoundError' }
  } catch (error) {
    return { track: null, errorName: errorNameOf(error) }
  }
}

/** Asks for both, then for each alone. Never rejects. */
export async function requestCamera(options: RequestOptions, wanted: Wanted = ANY): Promise<CameraRequest> {
  const { getUserMedia, isAllowed } = options
  try {
    const stream = await getUserMedia({ audio: audioOf(wanted, ideal), video: videoOf(wanted, ideal) })
    return { audio: stream.getAudioTracks()[0] ?? null, video: stream.getVideoTracks()[0] ?? null, errorName: null }
  } catch (error) {
    const errorName = errorNameOf(error)
    const denied = errorName === 'NotAllowedError' || errorName === 'SecurityError'
    const alone = async (kind: DeviceKind): Promise<OpenedDevice> => {
      if (denied && !(await isAllowed(kind))) return { track: null, errorName }
      return openDevice(options, kind, wanted)
    }
    const sound = await alone('microphone')
    const picture = await alone('camera')
    const problems: Problems = {}
    if (sound.errorName !== null) problems.microphone = sound.errorName
    if (picture.errorName !== null) problems.camera = picture.errorName
    return { audio: sound.track, video: picture.track, errorName, problems }
  }
}

export const browserCamera: RequestOptions = {
  getUserMedia: (constraints) => {
    // Absent on insecure origins and in browsers without WebRTC.
    const devices = navigator.mediaDevices as Partial<MediaDevices> | undefined
    if (!devices?.getUserMedia) return Promise.reject(new DOMException('No media devices.', 'NotSupportedError'))
    return devices.getUserMedia(constraints)
  },
  isAllowed: async (kind) => {
    try {
      const { state } = await navigator.permissions.query({ name: kind })
      return state === 'granted'
    } catch {
      return false
    }
  },
}

const KEY = 'camera-permission'

interface CameraOutcome {
  granted: boolean
  errorName: string | null
}

/** Records the outcome; failures block nothing (specification, section 8). */
export function recordCamera(outcome: CameraOutcome): void {
  const kept = JSON.stringify({ granted: outcome.granted ? 1 : 0, errorName: outcome.errorName })
  browserMemory('sessionStorage').setItem(KEY, kept)
  if (outcome.errorName !== null) console.error('Camera blocked:', outcome.errorName)
}
