import { CAMERA } from '@kla/proto/web'
import { browserMemory } from '../../shared/browser/memory.js'

/** Record for support; the product does not depend on it. */
const KEY = 'camera-permission'

interface CameraPermission {
  granted: 0 | 1
  errorName: string | null
}

type MediaSource = Pick<MediaDevices, 'getUserMedia'>

export const askForCamera = async (media: MediaSource | undefined): Promise<CameraPermission> => {
  if (media === undefined || !('getUserMedia' in media)) return { granted: 0, errorName: 'NotSupportedError' }
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
