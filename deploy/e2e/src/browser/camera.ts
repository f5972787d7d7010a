import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator } from 'playwright-core'

/** A camera that films a moving block; the background's mean colour identifies it. */
export interface FakeCamera {
  readonly file: string
}

const filming = (dark: string, light: string, block: string, x: string): string =>
  `gradients=s=320x180:r=10:n=2:c0=${dark}:c1=${light}:x0=0:y0=0:x1=320:y1=180:speed=0.01[background];` +
  `color=c=${block}:s=24x24:r=10[block];[background][block]overlay=x=${x}:y=78`

const PATTERNS = {
  warm: filming('0x3A140A', '0xC8641E', '0xFFE0A0', "'mod(t*74,296)'"),
  cool: filming('0x0A1A3A', '0x1E5AC8', '0xA0E0FF', "'296-mod(t*74,296)'"),
  // Fine and moving, so that sixteen by nine patches lose it.
  checkered: "color=c=gray:s=320x180:r=10,geq=lum='if(mod(floor((X+2*N)/8)+floor(Y/8),2),215,40)':cb=128:cr=128",
} as const

/** Renders four seconds of raw video for Chromium to loop; small and slow, as each frame is encoded in software. */
export async function renderFakeCamera(
  ffmpeg: string,
  directory: string,
  pattern: keyof typeof PATTERNS,
): Promise<FakeCamera> {
  const file = join(directory, `${pattern}.y4m`)
  await promisify(execFile)(ffmpeg, [
    ...['-y', '-loglevel', 'error', '-f', 'lavfi', '-i', PATTERNS[pattern]],
    ...['-t', '4', '-pix_fmt', 'yuv420p', file],
  ])
  return { file }
}

/** What a video element shows at a moment. */
export interface Picture {
  /** Frames presented since the stream began. */
  readonly frames: number
  readonly width: number
  /** Mean of all pixels, 0 to 255. */
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Reads a video element's picture off the screen. */
export const readPicture = (video: Locator): Promise<Picture> =>
  video.evaluate((element) => {
    const source = element as HTMLVideoElement
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 36
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const sums = [0, 0, 0]
    for (let at = 0; at < data.length; at += 4) {
      for (let channel = 0; channel < 3; channel++) sums[channel]! += data[at + channel]!
    }
    const pixels = data.length / 4
    const [red, green, blue] = sums.map((sum) => Math.round(sum / pixels))
    return {
      frames: source.getVideoPlaybackQuality().totalVideoFrames,
      width: source.videoWidth,
      red: red!,
      green: green!,
      blue: blue!,
    }
  })
