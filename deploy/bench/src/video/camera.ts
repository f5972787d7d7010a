import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const PICTURE = { width: 640, height: 360, frameRate: 30 } as const
/** Side of a square of the frame's number, in pixels. */
export const SQUARE = 20
/** Squares: the number of a frame in binary. */
export const BITS = 7
const FRAMES = 2 ** BITS

/** A zoom and back with sensor noise; the number of each frame is in its top left corner. */
const filters = (): string => {
  const half = FRAMES / 2
  const black = `drawbox=x=0:y=0:w=${BITS * SQUARE}:h=${SQUARE}:color=black:t=fill`
  const squares = Array.from(
    { length: BITS },
    (_, bit) =>
      `drawbox=x=${bit * SQUARE}:y=0:w=${SQUARE}:h=${SQUARE}:color=white:t=fill:enable='mod(floor(n/${2 ** bit}),2)'`,
  )
  return [
    `[0:v]trim=end_frame=${half},gblur=sigma=1.2,split[on][again]`,
    '[again]reverse[back]',
    `[on][back]concat=n=2,noise=alls=3:allf=t,${black},${squares.join(',')},format=yuv420p[out]`,
  ].join(';')
}

/** Renders the fake camera's film and returns the luma of its frames, 0 to 255. */
export async function renderCamera(ffmpeg: string, directory: string): Promise<{ file: string; luma: Buffer }> {
  const { width, height, frameRate } = PICTURE
  const file = join(directory, 'camera.y4m')
  const zoom = `mandelbrot=s=${width}x${height}:r=${frameRate}:start_scale=0.06:end_scale=0.02:end_pts=120:maxiter=200`
  await promisify(execFile)(ffmpeg, [
    '-y', '-v', 'error', '-f', 'lavfi', '-i', zoom, '-filter_complex', filters(), '-map', '[out]', file,
  ]) // oxfmt-ignore
  return { file, luma: lumaOf(await readFile(file)) }
}

/** The planes of a film in YUV4MPEG2 with 4:2:0. */
function lumaOf(film: Buffer): Buffer {
  const plane = PICTURE.width * PICTURE.height
  const planes: Buffer[] = []
  let at = film.indexOf('\n') + 1
  while (at < film.length) {
    const begin = film.indexOf('\n', at) + 1
    planes.push(film.subarray(begin, begin + plane))
    at = begin + (plane * 3) / 2
  }
  return Buffer.concat(planes).map((value) =>
    Math.max(0, Math.min(255, Math.round(((value - 16) * 255) / 219))),
  ) as Buffer
}
