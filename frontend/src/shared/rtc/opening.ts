import { browserCamera, type CameraRequest, type DeviceKind, openDevice, type OpenedDevice, requestCamera } from './camera.js'
import { type Devices, wantedOf } from './devices.js'

interface Opening {
  requestCamera: () => Promise<CameraRequest>
  openDevice: (kind: DeviceKind) => Promise<OpenedDevice>
}

/** Opens the devices that the player wishes for, with the background blurred where that is wished. */
export function createOpening(devices: Devices, onBlurGivenUp: () => void): Opening {
  const giveUp = () => {
    if (!devices.get().wishes.blur) return
    devices.wish({ blur: false })
    onBlurGivenUp()
  }
  const blurred = async (camera: MediaStreamTrack | null): Promise<MediaStreamTrack | null> => {
    if (camera === null || !devices.get().wishes.blur) return camera
    try {
      const { blurBackground } = await import('./blur.js')
      return blurBackground(camera, giveUp)
    } catch {
      giveUp()
      return camera
    }
  }
  return {
    async requestCamera() {
      const request = await requestCamera(browserCamera, wantedOf(devices.get()))
      return { ...request, video: await blurred(request.video) }
    },
    async openDevice(kind) {
      const opened = await openDevice(browserCamera, kind, wantedOf(devices.get()))
      if (kind === 'microphone' || opened.track === null) return opened
      return { track: (await blurred(opened.track)) ?? opened.track, errorName: null }
    },
  }
}
