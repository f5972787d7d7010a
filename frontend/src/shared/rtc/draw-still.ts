import { PATCH, SEALED_MAX_BYTES, STILL, STILLS_MAX } from '@kla/proto/web'

/** A still and a small, blurred patch. */
export interface DrawnStill {
  readonly patch: Uint8Array
  readonly still: Uint8Array
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Bytes for the envelope's head and lengths. */
const SLACK_BYTES = 16 * 1024
const PATCH_MAX_BYTES = 2 * 1024
/** A full ring of these fits one envelope. */
export const STILL_MAX_BYTES = Math.floor((SEALED_MAX_BYTES - SLACK_BYTES) / STILLS_MAX) - PATCH_MAX_BYTES
const QUALITIES = [0.6, 0.4, 0.2] as const
const PATCH_QUALITY = 0.8
/** Deadline on a page that is never idle. */
const IDLE_WITHIN_MS = 300

/** Fits the whole picture into the frame, centred. */
export function containIn(frame: Size, { width, height }: Size): Size & { readonly x: number; readonly y: number } {
  const scale = Math.min(frame.width / width, frame.height / height)
  const fitted = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return { ...fitted, x: (frame.width - fitted.width) / 2, y: (frame.height - fitted.height) / 2 }
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

function canvasOf({ width, height }: Size): Canvas {
  if ('OffscreenCanvas' in window) return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

const contextOf = (canvas: Canvas) => canvas.getContext('2d', { alpha: false })

const toBlob = (canvas: Canvas, quality: number): Promise<Blob | null> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/jpeg', quality })
    : new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS })
    else resolve()
  })

async function encode(canvas: Canvas, maxBytes: number, qualities: readonly number[]): Promise<Uint8Array | null> {
  for (const quality of qualities) {
    const blob = await toBlob(canvas, quality)
    if (blob !== null && blob.size <= maxBytes) return new Uint8Array(await blob.arrayBuffer())
  }
  return null
}

/** Draws live video small, off the main thread where possible. */
export function createStillDrawer(): (video: HTMLVideoElement) => Promise<DrawnStill | null> {
  let canvases: { still: Canvas; patch: Canvas } | null = null

  return async (video) => {
    await idle()
    const size = { width: video.videoWidth, height: video.videoHeight }
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || size.width === 0 || size.height === 0) return null
    canvases ??= { still: canvasOf(STILL), patch: canvasOf(PATCH) }
    const { still, patch } = canvases
    const [large, small] = [contextOf(still), contextOf(patch)]
    if (large === null || small === null) return null

    const at = containIn(STILL, size)
    const resize = { resizeWidth: at.width, resizeHeight: at.height, resizeQuality: 'medium' } as const
    const bitmap = await createImageBitmap(video, resize).catch(() => null)
    large.fillRect(0, 0, STILL.width, STILL.height)
    large.drawImage(bitmap ?? video, at.x, at.y, at.width, at.height)
    bitmap?.close()
    small.imageSmoothingQuality = 'high'
    small.drawImage(still, 0, 0, PATCH.width, PATCH.height)

    const [jpeg, blurred] = [
      await encode(still, STILL_MAX_BYTES, QUALITIES),
      await encode(patch, PATCH_MAX_BYTES, [PATCH_QUALITY]),
    ]
    return jpeg && blurred && { still: jpeg, patch: blurred }
  }
}
