import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A camera that films a moving block before a ground of one hue, so that two of them can be told apart by their mean colour. */
export interface FakeCamera {
  readonly file: string
}

const filming = (dark: string, light: string, block: string, x: string): string =>
  `gradients=s=640x360:r=30:n=2:c0=${dark}:c1=${light}:x0=0:y0=0:x1=640:y1=360:speed=0.01[ground];` +
  `color=c=${block}:s=48x48:r=30[block];[ground][block]overlay=x=${x}:y=156`

const PATTERNS = {
  warm: filming('0x3A140A', '0xC8641E', '0xFFE0A0', "'mod(t*148,592)'"),
  cool: filming('0x0A1A3A', '0x1E5AC8', '0xA0E0FF', "'592-mod(t*148,592)'"),
} as const

/** Renders four seconds of motion JPEG, which Chromium plays in a loop as a camera. */
export async function renderFakeCamera(
  ffmpeg: string,
  directory: string,
  pattern: keyof typeof PATTERNS,
): Promise<FakeCamera> {
  const file = join(directory, `${pattern}.mjpeg`)
  await promisify(execFile)(ffmpeg, [
    ...['-y', '-loglevel', 'error', '-f', 'lavfi', '-i', PATTERNS[pattern]],
    ...['-t', '4', '-c:v', 'mjpeg', '-q:v', '5', file],
  ])
  return { file }
}
