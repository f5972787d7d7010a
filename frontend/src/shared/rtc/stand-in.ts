import { CAMERA } from '@kla/proto/web'

export interface LocalTracks {
  audio: MediaStreamTrack
  video: MediaStreamTrack
}

/** Sent in place of a camera and a microphone: a black picture and silence. */
export interface StandIn extends LocalTracks {
  stop(): void
}

/** A canvas yields a frame only when drawn on, and the other side waits for one. */
const REDRAW_MS = 1000

export function createStandIn(): StandIn {
  const canvas = document.createElement('canvas')
  canvas.width = CAMERA.width
  canvas.height = CAMERA.height
  const context = canvas.getContext('2d')
  const draw = () => {
    if (!context) return
    context.fillStyle = '#000'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  draw()
  const redrawing = setInterval(draw, REDRAW_MS)
  const [video] = canvas.captureStream(1).getVideoTracks()

  const sound = new AudioContext()
  const [audio] = sound.createMediaStreamDestination().stream.getAudioTracks()
  if (!video || !audio) throw new Error('This browser can make neither a black picture nor silence.')

  return {
    video,
    audio,
    stop() {
      clearInterval(redrawing)
      video.stop()
      audio.stop()
      void sound.close()
    },
  }
}
