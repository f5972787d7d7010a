import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A camera that films a plain moving pattern of one hue, so that two of them can be told apart by their mean colour. */
export interface FakeCamera {
  readonly file: string
}

const PATTERNS = {
  warm: 'color=c=0xC8641E:s=640x360:r=30,drawbox=x=mod(t*160\\,560):y=140:w=80:h=80:color=0xFFE0A0:t=fill',
  cool: 'color=c=0x1E5AC8:s=640x360:r=30,drawbox=x=560-mod(t*160\\,560):y=140:w=80:h=80:color=0xA0E0FF:t=fill',
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
