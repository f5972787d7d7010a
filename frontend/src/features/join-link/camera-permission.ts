import { CAMERA } from '@kla/proto/web'
import { browserMemory } from '../../shared/browser/memory.js'

/** Read by whoever looks into a report that the camera does not work; nothing in the product depends on it. */
const KEY = 'camera-permission'

export interface CameraPermission {
  granted: 0 | 1
  /** The name of the browser's error, such as NotAllowedError. */
  errorName: string | null
}

type MediaSource = Pick<MediaDevices, 'getUserMedia'>

/** Has the browser ask for camera and microphone. Answers what came of it, whatever it was. */
export const askForCamera = async (media: MediaSource | undefined): Promise<CameraPermission> => {
  // Without a secure origin the browser has no media devices at all.
  if (!media) return { granted: 0, errorName: 'NotSupportedError' }
  try {
    const stream = await media.getUserMedia({
      video: {
        width: { ideal: CAMERA.width },
        height: { ideal: CAMERA.height },
        frameRate: { ideal: CAMERA.frameRate },
      },
      audio: true,
    })
    for (const track of stream.getTracks()) track.stop()
    return { granted: 1, errorName: null }
  } catch (error) {
    return { granted: 0, errorName: (error as Partial<Error> | null)?.name ?? 'Error' }
  }
}

export const recordCameraPermission = (permission: CameraPermission) =>
  browserMemory('sessionStorage').setItem(KEY, JSON.stringify(permission))
