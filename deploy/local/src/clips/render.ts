import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOGUE, type Clip } from './catalogue.js'
import { encode } from './encode.js'
import { fileOf, thumbnailOf } from './manifest.js'
import { paint } from './paint.js'

/** Renders the clips that `directory` does not hold yet; what is there is whole. */
export async function renderClips(options: {
  directory: string
  ffmpegPath: string
  /** Called after each clip, with how many there are now. */
  onProgress?: (done: number, total: number) => void
  clips?: readonly Clip[]
}): Promise<void> {
  const { directory, ffmpegPath, onProgress, clips = CATALOGUE } = options
  await mkdir(directory, { recursive: true })
  const present = await Promise.all(clips.map((clip) => isThere(directory, clip)))
  const missing = clips.filter((_, index) => !present[index])
  let done = clips.length - missing.length
  const work = async (): Promise<void> => {
    for (let clip = missing.shift(); clip; clip = missing.shift()) {
      await encode(clip, paint(clip), directory, ffmpegPath)
      onProgress?.(++done, clips.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

// Painting keeps one core busy; while ffmpeg finishes one clip on another, the next is painted.
const AT_ONCE = 2

const isThere = (directory: string, clip: Clip): Promise<boolean> =>
  Promise.all([fileOf(clip), thumbnailOf(clip)].map((name) => access(join(directory, name)))).then(
    () => true,
    () => false,
  )
