import { readFile } from 'node:fs/promises'
import { KlaError } from '@kla/chassis'
import type { MediaUse } from '@kla/proto/web'
import {
  type Convertible,
  convertible,
  pictureOf,
  readableGif,
  stillOf,
  toConstantFrameRate,
  toMp4,
  withoutMetadata,
} from './convert.js'
import { type ConversionLimits, DamagedFile } from './ffmpeg.js'
import { damaged, type Format, isPictureFormat } from './formats.js'
import { isBarePicture } from './pictures.js'
import { carriesMetadata, isPlayable, probe, videoOf } from './probe.js'
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

/** True if no ffmpeg is needed. Throws MEDIA_TOO_LARGE and MEDIA_FORMAT. */
export const isServedUnchanged = (bytes: Buffer, format: Format, use: MediaUse): boolean =>
  use === 'picture' && isPictureFormat(format) && isBarePicture(bytes, format)

/** Three changes a second are no flashes, however the last frame is cut. */
const LONG_MS = 1000 / 3

/**
 * Makes what browsers show, without flashes and without what a file says besides. Throws MEDIA_FORMAT, also for damaged
 * files, MEDIA_TOO_LARGE, MEDIA_UNAVAILABLE: nothing is shown unchecked.
 */
export async function makeServed(
  path: string,
  format: Format,
  use: MediaUse,
  options: MakeOptions,
): Promise<ServedFile> {
  try {
    return await make(path, format, use, options)
  } catch (error) {
    throw (error as Error).cause instanceof DamagedFile ? damaged(format) : error
  }
}

async function make(path: string, format: Format, use: MediaUse, options: MakeOptions): Promise<ServedFile> {
  const { converting } = options
  if (isServedUnchanged(await readFile(path), format, use)) {
    return { path, contentType: `image/${format}`, flashes: false }
  }
  if (format === 'gif') return makeFrom(await readableGif(path), use, options)
  const probed = await probe(path, format, converting)
  const { streams } = probed
  const isClip = use === 'clip' && (format === 'mp4' || format === 'webm')
  if (!isClip || !isPlayable(format, streams)) {
    return makeFrom(await convertible(path, format, streams, converting), use, options)
  }
  videoOf(streams)
  const served = carriesMetadata(probed) ? options.newPath() : path
  if (served !== path) await withoutMetadata(path, format, served, converting)
  if (await watchForFlashes(served, format, converting)) return makeStill(served, format, options)
  return { path: served, contentType: `video/${format}`, flashes: false }
}

async function makeFrom(source: Convertible, use: MediaUse, options: MakeOptions): Promise<ServedFile> {
  const { converting, newPath } = options
  const made = newPath()
  if (use === 'picture') {
    await pictureOf(source, made, converting)
    return { path: made, contentType: 'image/jpeg', flashes: false }
  }
  await toMp4(source, made, converting)
  if (!isPlayable('mp4', (await probe(made, 'mp4', converting)).streams)) throw new KlaError('MEDIA_UNAVAILABLE')
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
