import { KlaError } from '@kla/chassis'
import { type MediaUse, mediaUseOf } from '@kla/proto/web'
import {
  type Convertible,
  convertible,
  pictureOf,
  readableGif,
  stillOf,
  toConstantFrameRate,
  toMp4,
} from './convert.js'
import type { ConversionLimits } from './ffmpeg.js'
import type { Format } from './formats.js'
import { isPlayable, probe, videoOf } from './probe.js'
import { type ClipFormat, watchForFlashes } from './watch.js'

/** Served version of a file, perhaps unchanged. */
export interface ServedFile {
  readonly path: string
  readonly contentType: string
  /** True for a still whose original flashes. */
  readonly flashes: boolean
}

export interface MakeOptions {
  readonly converting: ConversionLimits
  readonly newPath: () => string
}

export const isServedUnchanged = (format: Format, use: MediaUse): boolean =>
  use === 'picture' && mediaUseOf(`image/${format}`) === 'picture'

/** Three changes a second are no flashes, however the last frame is cut. */
const LONG_MS = 1000 / 3

/**
 * Makes what browsers show without flashing. Throws MEDIA_FORMAT, MEDIA_TOO_LARGE, MEDIA_UNAVAILABLE: nothing is shown
 * unchecked.
 */
export async function makeServed(
  path: string,
  format: Format,
  use: MediaUse,
  options: MakeOptions,
): Promise<ServedFile> {
  const { converting } = options
  if (isServedUnchanged(format, use)) return { path, contentType: `image/${format}`, flashes: false }
  if (format === 'gif') return makeFrom(await readableGif(path), use, options)
  const streams = await probe(path, format, converting)
  const isClip = use === 'clip' && (format === 'mp4' || format === 'webm')
  if (!isClip || !isPlayable(format, streams)) {
    return makeFrom(await convertible(path, format, streams, converting), use, options)
  }
  videoOf(streams)
  if (await watchForFlashes(path, format, converting)) return makeStill(path, format, options)
  return { path, contentType: `video/${format}`, flashes: false }
}

async function makeFrom(source: Convertible, use: MediaUse, options: MakeOptions): Promise<ServedFile> {
  const { converting, newPath } = options
  const made = newPath()
  if (use === 'picture') {
    await pictureOf(source, made, converting)
    return { path: made, contentType: 'image/jpeg', flashes: false }
  }
  await toMp4(source, made, converting)
  if (!isPlayable('mp4', await probe(made, 'mp4', converting))) throw new KlaError('MEDIA_UNAVAILABLE')
  // Checks the very file that is served.
  if (!(await watchForFlashes(made, 'mp4', converting))) return { path: made, contentType: 'video/mp4', flashes: false }
  if (source.lastMs < LONG_MS) return makeStill(made, 'mp4', options)
  // Flashes only in players that cut a long last frame.
  const steady = newPath()
  await toConstantFrameRate(made, source, steady, converting)
  if (await watchForFlashes(steady, 'mp4', converting)) return makeStill(steady, 'mp4', options)
  return { path: steady, contentType: 'video/mp4', flashes: false }
}

async function makeStill(path: string, format: ClipFormat, { converting, newPath }: MakeOptions): Promise<ServedFile> {
  const still = newPath()
  await stillOf(path, format, still, converting)
  return { path: still, contentType: 'video/mp4', flashes: true }
}
