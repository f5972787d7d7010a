import { CAMERA } from '@kla/proto/web'

export interface SentTracks {
  readonly audio: MediaStreamTrack | null
  readonly video: MediaStreamTrack | null
}

/** Veiled media: a few grey patches, and silence. */
export interface Patches {
  readonly tracks: SentTracks
  film(camera: MediaStreamTrack | null): void
  stop(): void
}

const SMALL = { width: 16, height: 9 } as const
const PER_SECOND = 3
const BEHIND = '#1c1c1c'

/** Greys pixels in place, by the weights of ITU-R BT.601. */
export function turnGrey(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const grey = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
    pixels.fill(grey, at, at + 3)
  }
}

function canvasOf({ width, height }: { width: number; height: number }, options?: CanvasRenderingContext2DSettings) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', options)
  if (context) context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

function tick(run: () => void): () => void {
  try {
    const worker = new Worker(new URL('./patches-clock.ts', import.meta.url), { type: 'module' })
    worker.onmessage = run
    return () => worker.terminate()
  } catch {
    const timer = setInterval(run, 1000 / PER_SECOND)
    return () => clearInterval(timer)
  }
}

/** Sends nothing without an audio context. */
function createSilence() {
  let context: AudioContext | undefined
  let track: MediaStreamTrack | null = null
  try {
    context = new AudioContext()
    track = context.createMediaStreamDestination().stream.getAudioTracks()[0] ?? null
  } catch {}
  return {
    track,
    stop() {
      track?.stop()
      void context?.close()
    },
  }
}

export function createPatches(): Patches {
  // Nothing finer than this reaches the sent picture.
  const small = canvasOf(SMALL, { willReadFrequently: true })
  const large = canvasOf(CAMERA)
  const camera = document.createElement('video')
  camera.muted = true
  camera.playsInline = true
  let filmed: MediaStreamTrack | null = null

  const draw = () => {
    if (!small.context || !large.context) return
    if (filmed !== null && camera.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      small.context.drawImage(camera, 0, 0, SMALL.width, SMALL.height)
      const picture = small.context.getImageData(0, 0, SMALL.width, SMALL.height)
      turnGrey(picture.data)
      small.context.putImageData(picture, 0, 0)
    }
    large.context.drawImage(small.canvas, 0, 0, CAMERA.width, CAMERA.height)
  }

  if (small.context) {
    small.context.fillStyle = BEHIND
    small.context.fillRect(0, 0, SMALL.width, SMALL.height)
  }
  draw()
  const canCapture = 'captureStream' in (large.canvas as Partial<HTMLCanvasElement>)
  const [video = null] = canCapture ? large.canvas.captureStream(PER_SECOND).getVideoTracks() : []
  const silence = createSilence()
  const halt = tick(() => {
    // A canvas yields frames only when drawn on; the other side awaits one.
    if (filmed !== null) draw()
  })

  return {
    tracks: { audio: silence.track, video },
    film(next) {
      if (next === filmed) return
      filmed = next
      camera.srcObject = next === null ? null : new MediaStream([next])
      if (next !== null) void camera.play().catch(() => undefined)
      draw()
    },
    stop() {
      halt()
      camera.srcObject = null
      video?.stop()
      silence.stop()
    },
  }
}
