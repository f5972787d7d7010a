import { browserClock, type Clock } from '../realtime/clock.js'
import {
  browserCamera,
  type CameraRequest,
  type DeviceKind,
  openDevice,
  type OpenedDevice,
  requestCamera,
  UNBLURRED,
} from './camera.js'
import { type Devices, wantedOf } from './devices.js'

interface Opening {
  requestCamera: () => Promise<CameraRequest>
  openDevice: (kind: DeviceKind) => Promise<OpenedDevice>
}

type Blur = (camera: MediaStreamTrack, onAllBlurred: () => void) => MediaStreamTrack

const loadBlur = async (): Promise<Blur> => (await import('./blur.js')).blurBackground

/** The camera is open meanwhile, and nothing of it is sent. */
export const BLUR_WITHIN_MS = 15_000

/** Opens no picture if a wanted blur fails or takes too long to load. */
export function createOpening(
  devices: Devices,
  onAllBlurred: () => void,
  load = loadBlur,
  clock: Pick<Clock, 'after'> = browserClock,
): Opening {
  const blurred = async (camera: MediaStreamTrack): Promise<OpenedDevice> => {
    if (!devices.get().preferences.blur) return { track: camera, errorName: null }
    const late = new Promise<never>((_, reject) => void clock.after(BLUR_WITHIN_MS, reject))
    try {
      return { track: (await Promise.race([load(), late]))(camera, onAllBlurred), errorName: null }
    } catch {
      camera.stop()
      return { track: null, errorName: UNBLURRED }
    }
  }
  return {
    async requestCamera() {
      const request = await requestCamera(browserCamera, wantedOf(devices.get()))
      if (request.video === null) return request
      const { track, errorName } = await blurred(request.video)
      const problems = errorName === null ? {} : { problems: { ...request.problems, camera: errorName } }
      return { ...request, video: track, ...problems }
    },
    async openDevice(kind) {
      const opened = await openDevice(browserCamera, kind, wantedOf(devices.get()))
      return kind === 'microphone' || opened.track === null ? opened : blurred(opened.track)
    },
  }
}
