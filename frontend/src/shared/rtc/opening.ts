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

/** Opens no picture if a wanted blur fails. */
export function createOpening(devices: Devices, onAllBlurred: () => void, load = loadBlur): Opening {
  const blurred = async (camera: MediaStreamTrack): Promise<OpenedDevice> => {
    if (!devices.get().preferences.blur) return { track: camera, errorName: null }
    try {
      return { track: (await load())(camera, onAllBlurred), errorName: null }
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
