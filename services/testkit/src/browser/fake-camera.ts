import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A camera that films a plain moving pattern of one hue, so that two of them can be told apart by their mean colour. */
export interface FakeCamera {
  readonly file: string
}

const filming = (ground: string, block: string, x: string): string =>
  `color=c=${ground}:s=640x360:r=30[ground];color=c=${block}:s=80x80:r=30[block];[ground][block]overlay=x=${x}:y=140`

const PATTERNS = {
  warm: filming('0xC8641E', '0xFFE0A0', "'mod(t*160,560)'"),
  cool: filming('0x1E5AC8', '0xA0E0FF', "'560-mod(t*160,560)'"),
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
