import { CAMERA } from '@kla/proto/web'
import modelUrl from '@twilio/video-processors/dist/build/selfie_segmentation_landscape.tflite?url'
import createSegmenter from '@twilio/video-processors/dist/build/tflite-simd-1-0-0.js'
import wasmUrl from '@twilio/video-processors/dist/build/tflite-simd-1-0-0.wasm?url'
import { isTooSlow } from './blur-rule.js'

const FRAME_MS = 1000 / 24
const COARSE = { width: 28, height: 16 } as const
/** The first frames compile and warm caches. */
const WARM_UP_FRAMES = 12

interface Segmenter {
  /** Draws the person in `source` into `mask`. */
  find(source: HTMLVideoElement, mask: CanvasRenderingContext2D): void
  readonly width: number
  readonly height: number
}

async function loadSegmenter(): Promise<Segmenter> {
  const [lite, model] = await Promise.all([
    createSegmenter({ locateFile: () => wasmUrl }),
    fetch(modelUrl).then((answer) => answer.arrayBuffer()),
  ])
  lite.HEAPU8.set(new Uint8Array(model), lite._getModelBufferMemoryOffset())
  lite._loadModel(model.byteLength)
  const [width, height] = [lite._getInputWidth(), lite._getInputHeight()]
  const [input, output] = [lite._getInputMemoryOffset() / 4, lite._getOutputMemoryOffset() / 4]
  const small = canvasOf(width, height)
  return {
    width,
    height,
    find(source, mask) {
      small.drawImage(source, 0, 0, width, height)
      const image = small.getImageData(0, 0, width, height)
      for (let at = 0; at < width * height; at += 1) {
        for (let channel = 0; channel < 3; channel += 1) {
          lite.HEAPF32[input + at * 3 + channel] = (image.data[at * 4 + channel] ?? 0) / 255
        }
      }
      lite._runInference()
      for (let at = 0; at < width * height; at += 1) image.data[at * 4 + 3] = (lite.HEAPF32[output + at] ?? 0) * 255
      mask.putImageData(image, 0, 0)
    },
  }
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error("This browser can't draw video.")
  return context
}

/**
 * Blurs the background, and everything until the model loads or if it fails or is too slow (`onAllBlurred`). Stopping
 * the track stops the camera.
 */
export function blurBackground(camera: MediaStreamTrack, onAllBlurred: () => void): MediaStreamTrack {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true })
  video.srcObject = new MediaStream([camera])
  void video.play().catch(() => undefined)

  const { width = CAMERA.width, height = CAMERA.height } = camera.getSettings()
  const out = canvasOf(width, height)
  const coarse = canvasOf(COARSE.width, COARSE.height)
  let segmenter: Segmenter | null = null
  let mask: CanvasRenderingContext2D | null = null
  let over = false
  let durations: number[] = []
  let frames = 0
  let secondEnds = Number.POSITIVE_INFINITY

  const draw = () => {
    // An upright phone turns its picture.
    if (video.videoWidth > 0 && (out.canvas.width !== video.videoWidth || out.canvas.height !== video.videoHeight)) {
      Object.assign(out.canvas, { width: video.videoWidth, height: video.videoHeight })
    }
    const { width, height } = out.canvas
    coarse.drawImage(video, 0, 0, COARSE.width, COARSE.height)
    out.globalCompositeOperation = 'copy'
    if (segmenter && mask) {
      segmenter.find(video, mask)
      out.drawImage(mask.canvas, 0, 0, width, height)
      out.globalCompositeOperation = 'source-in'
      out.drawImage(video, 0, 0, width, height)
      out.globalCompositeOperation = 'destination-over'
    }
    out.drawImage(coarse.canvas, 0, 0, width, height)
  }

  const blurAll = () => {
    if (over) return
    segmenter = null
    onAllBlurred()
  }

  const step = () => {
    if (over) return
    const startedAt = performance.now()
    draw()
    const endedAt = performance.now()
    if (segmenter) {
      frames += 1
      if (frames === WARM_UP_FRAMES) secondEnds = endedAt + 1000
      if (frames > WARM_UP_FRAMES) durations.push(endedAt - startedAt)
      if (endedAt > secondEnds) {
        if (isTooSlow(durations)) blurAll()
        durations = []
        secondEnds = endedAt + 1000
      }
    }
    setTimeout(step, Math.max(4, FRAME_MS - (endedAt - startedAt)))
  }

  const [track] = out.canvas.captureStream(24).getVideoTracks()
  if (!track) throw new Error("This browser can't send drawn video.")
  step()
  loadSegmenter().then((loaded) => {
    mask = canvasOf(loaded.width, loaded.height)
    segmenter = loaded
  }, blurAll)
  camera.onended = () => void track.dispatchEvent(new Event('ended'))
  const stop = track.stop.bind(track)
  return Object.assign(track, {
    getSettings: () => camera.getSettings(),
    stop: () => {
      over = true
      camera.onended = null
      camera.stop()
      video.srcObject = null
      stop()
    },
  })
}
