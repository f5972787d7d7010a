import { CAMERA } from '@kla/proto/web'
import { browserMemory, type Memory } from '../browser/memory.js'

type GetUserMedia = (constraints: MediaStreamConstraints) => Promise<MediaStream>
type Kind = 'camera' | 'microphone'

export interface CameraRequest {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  errorName: string | null
}

/** As ideal values: `exact` fails on real cameras. */
const video: MediaTrackConstraints = {
  width: { ideal: CAMERA.width },
  height: { ideal: CAMERA.height },
  frameRate: { ideal: CAMERA.frameRate },
  facingMode: 'user',
}
const audio: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }

const errorNameOf = (error: unknown) => (error instanceof Error ? error.name : 'UnknownError')

interface RequestOptions {
  getUserMedia: GetUserMedia
  /** Whether permission was granted before, so that asking for one device alone raises no second prompt. */
  isAllowed: (kind: Kind) => Promise<boolean>
}

/** Asks for camera and microphone together, then for each alone. Never rejects. */
export async function requestCamera({ getUserMedia, isAllowed }: RequestOptions): Promise<CameraRequest> {
  const ask = async (constraints: MediaStreamConstraints) => {
    const stream = await getUserMedia(constraints)
    return { audio: stream.getAudioTracks()[0] ?? null, video: stream.getVideoTracks()[0] ?? null }
  }
  try {
    return { ...(await ask({ audio, video })), errorName: null }
  } catch (error) {
    const errorName = errorNameOf(error)
    const denied = errorName === 'NotAllowedError' || errorName === 'SecurityError'
    const alone = async (kind: Kind, constraints: MediaStreamConstraints) => {
      if (denied && !(await isAllowed(kind))) return null
      return ask(constraints).catch(() => null)
    }
    const sound = await alone('microphone', { audio })
    const picture = await alone('camera', { video })
    return { audio: sound?.audio ?? null, video: picture?.video ?? null, errorName }
  }
}

export const browserCamera: RequestOptions = {
  getUserMedia: (constraints) => {
    // Absent on insecure origins.
    const devices = navigator.mediaDevices as MediaDevices | undefined
    if (!devices) return Promise.reject(new DOMException('No media devices.', 'NotSupportedError'))
    return devices.getUserMedia(constraints)
  },
  isAllowed: async (kind) => {
    try {
      const { state } = await navigator.permissions.query({ name: kind as PermissionName })
      return state === 'granted'
    } catch {
      return false
    }
  },
}

/** The record that the screen of an invitation keeps as well. */
const KEY = 'camera-permission'

interface CameraOutcome {
  granted: boolean
  errorName: string | null
}

/** A camera failure is logged and recorded, and blocks nothing (specification, section 8). */
export function recordCamera(outcome: CameraOutcome, memory: Memory = browserMemory('sessionStorage')): void {
  memory.setItem(KEY, JSON.stringify({ granted: outcome.granted ? 1 : 0, errorName: outcome.errorName }))
  if (outcome.errorName !== null) console.error('Camera blocked:', outcome.errorName)
}
