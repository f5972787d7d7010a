import { CAMERA } from '@kla/proto/web'

/** A video and an audio track to send. */
export interface LocalTracks {
  audio: MediaStreamTrack
  video: MediaStreamTrack
}

/** Black picture and silence for missing devices. */
export interface StandIn extends LocalTracks {
  stop(): void
}

/** A canvas yields frames only when drawn on; the other side awaits one. */
const REDRAW_MS = 1000

function emptyTrack(kind: 'audio' | 'video'): MediaStreamTrack {
  try {
    return new RTCPeerConnection().addTransceiver(kind).receiver.track
  } catch {
    return { kind, enabled: true, clone: () => emptyTrack(kind), stop: () => undefined } as never
  }
}

const made = <Made>(make: () => Made): Made | undefined => {
  try {
    return make()
  } catch {
    return undefined
  }
}

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
  const video = made(() => canvas.captureStream(1).getVideoTracks()[0]) ?? emptyTrack('video')

  const sound = made(() => new AudioContext())
  const audio = sound?.createMediaStreamDestination().stream.getAudioTracks()[0] ?? emptyTrack('audio')

  return {
    video,
    audio,
    stop() {
      clearInterval(redrawing)
      video.stop()
      audio.stop()
      void sound?.close()
    },
  }
}
