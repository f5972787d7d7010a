import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { KlaError } from '@kla/chassis'
import { STAGE_COLOUR } from '@kla/proto/web'
import { type ConversionLimits, DEMUXERS, ignoreOutputs, runFfmpeg } from './ffmpeg.js'
import { damaged, type Format, isPictureFormat, unplayable } from './formats.js'
import { type Gif, hasCanvas, readGif, withCanvas } from './gif.js'
import { hasAlpha, lastFrameMs, PIXELS_MAX, type Stream, videoOf } from './probe.js'

const LENGTH_MAX_MS = 60_000
/** Browsers show no GIF frame for under 20 ms. */
const RATE_MAX = 50
const FRAMES_MAX = (LENGTH_MAX_MS / 1000) * RATE_MAX
/** ffmpeg paints 100 million pixels a second on one core. */
const PAINTED_PIXELS_MAX = 2_000_000_000
const STILL_MS = 1_000
const TICKS_PER_MS = 90

// H.264 needs even sides.
const side = (own: string): string => `max(2\\,2*trunc(${own}*min(1\\,1280/max(iw\\,ih))/2))`
const SIZED = `scale=${side('iw')}:${side('ih')},setsar=1`
const [RED, GREEN, BLUE] = [1, 3, 5].map((at) => parseInt(STAGE_COLOUR.slice(at, at + 2), 16))
// Both branches share frames, and so their times.
const FLATTENED = `format=rgba,split[own][copy];[copy]lutrgb=r=${RED}:g=${GREEN}:b=${BLUE}:a=255[stage];[stage][own]overlay=format=rgb`
const H264 = [
  '-an',
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
  '-threads',
  '1',
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '23',
  '-pix_fmt',
  'yuv420p',
]
const MP4 = ['-movflags', '+faststart', '-f', 'mp4']

/** File to convert into a clip. */
export interface Convertible {
  readonly path: string
  readonly format: Format
  /** `flattened` replaces transparency by the stage's colour. */
  readonly stream: number
  readonly flattened: boolean
  readonly options: readonly string[]
  readonly lastMs: number
  readonly lengthMs: number | undefined
}

/** Throws MEDIA_TOO_LARGE if painting would take too long, and MEDIA_FORMAT without frames or size. */
export async function readableGif(path: string): Promise<Convertible> {
  const bytes = await readFile(path)
  const gif = readGif(bytes)
  refuseBomb(gif)
  if (!hasCanvas(bytes, gif)) await writeFile(path, withCanvas(bytes, gif))
  const lengthMs = gif.delaysMs.reduce((sum, each) => sum + each, 0)
  const last = gif.delaysMs.length > 1 ? (gif.delaysMs.at(-1) ?? 0) : Math.max(lengthMs, STILL_MS)
  return {
    path,
    stream: 0,
    flattened: true,
    options: ['-ignore_loop', '1'],
    format: 'gif',
    lastMs: last,
    lengthMs: Math.max(lengthMs, last),
  }
}

/** Describes other files by ffprobe's streams. Throws MEDIA_FORMAT without pictures. */
export async function convertible(
  path: string,
  format: Exclude<Format, 'gif'>,
  streams: readonly Stream[],
  limits: ConversionLimits,
): Promise<Convertible> {
  const video = videoOf(streams)
  if (isPictureFormat(format)) {
    return { path, format, stream: video.index, flattened: true, options: [], lastMs: STILL_MS, lengthMs: STILL_MS }
  }
  const lastMs = await lastFrameMs(path, format, video, limits)
  // Only the library's own decoder reads VP8's and VP9's transparency.
  const options = hasAlpha(video) ? ['-c:v', video.codec_name === 'vp8' ? 'libvpx' : 'libvpx-vp9'] : []
  const flattened = format === 'apng' || hasAlpha(video)
  return { path, format, stream: video.index, flattened, options, lastMs: lastMs || 1000 / 30, lengthMs: undefined }
}

/** Makes a video for every browser; it may flash. Throws MEDIA_TOO_LARGE, or MEDIA_UNAVAILABLE for unreadable files. */
export function toMp4(source: Convertible, mp4: string, limits: ConversionLimits): Promise<void> {
  return encode(source, source.flattened ? [FLATTENED, SIZED] : [SIZED], source.lastMs, mp4, limits)
}

/** Makes 50 frames a second, for players that cut the last frame. Takes videos: ffmpeg 5.1 loses a GIF's last delay. */
export function toConstantFrameRate(
  video: string,
  { lastMs, lengthMs }: Convertible,
  mp4: string,
  limits: ConversionLimits,
): Promise<void> {
  const source = { path: video, format: 'mp4', stream: 0, flattened: false, options: [], lastMs, lengthMs } as const
  const filters = [`fps=${RATE_MAX}:eof_action=pass`, `tpad=stop_mode=clone:stop_duration=${lastMs}ms`]
  return encode(source, filters, 1000 / RATE_MAX, mp4, limits)
}

async function encode(
  { path, format, stream, options, lengthMs = LENGTH_MAX_MS }: Convertible,
  filters: readonly string[],
  lastMs: number,
  mp4: string,
  limits: ConversionLimits,
): Promise<void> {
  const atMost = Math.min(lengthMs, LENGTH_MAX_MS)
  const input = [...options, '-f', DEMUXERS[format], '-i', path]
  const graph = ['-filter_complex', `[0:${stream}]${filters.join(',')},setpts=PTS-STARTPTS[clip]`, '-map', '[clip]']
  const output = ['-t', `${atMost}ms`, '-fs', String(limits.maxBytes), ...H264, ...timed(lastMs, atMost), ...MP4, mp4]
  try {
    await runFfmpeg([...input, ...graph, ...output], limits, ignoreOutputs)
    // At its limit ffmpeg leaves a truncated file.
    if ((await stat(mp4)).size >= limits.maxBytes) throw new KlaError('MEDIA_TOO_LARGE')
  } catch (error) {
    await rm(mp4, { force: true })
    throw error
  }
}

/** Some ffmpeg releases forget the last frame's duration. */
function timed(lastMs: number, lengthMs: number): string[] {
  const own = `if(gt(NEXT_PTS,PTS),NEXT_PTS-PTS,${Math.round(lastMs * TICKS_PER_MS)})`
  const duration = `max(1,min(${own},${Math.round(lengthMs * TICKS_PER_MS)}-PTS))`
  const ticks = `${TICKS_PER_MS * 1000}`
  return [
    '-fps_mode', 'passthrough', '-enc_time_base', `1/${ticks}`, '-video_track_timescale', ticks, '-bf', '0',
    '-bsf:v', `setts=duration='${duration}'`,
  ] // oxfmt-ignore
}

/** Copies picture and sound alone, without places, names, dates and other tracks. */
export async function withoutMetadata(
  path: string,
  format: 'mp4' | 'webm',
  bare: string,
  limits: ConversionLimits,
): Promise<void> {
  const input = ['-f', DEMUXERS[format], '-i', path, '-map', '0:v:0', '-map', '0:a?', '-c', 'copy']
  const none = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1']
  const output = format === 'mp4' ? [...MP4, bare] : ['-f', 'webm', bare]
  await runFfmpeg([...input, ...none, ...output], limits, ignoreOutputs)
}

export async function stillOf(
  path: string,
  format: 'mp4' | 'webm',
  still: string,
  limits: ConversionLimits,
): Promise<void> {
  const output = [
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-vf',
    `${SIZED},setpts=PTS-STARTPTS`,
    ...H264,
    ...timed(STILL_MS, STILL_MS),
    ...MP4,
    still,
  ]
  await runFfmpeg(['-f', DEMUXERS[format], '-i', path, ...output], limits, ignoreOutputs)
}

export async function pictureOf(
  { path, format, stream, flattened, options }: Convertible,
  jpeg: string,
  limits: ConversionLimits,
): Promise<void> {
  const graph = `[0:${stream}]${flattened ? `${FLATTENED},` : ''}${SIZED}[picture]`
  const output = [
    '-map',
    '[picture]',
    '-frames:v',
    '1',
    '-an',
    '-c:v',
    'mjpeg',
    '-q:v',
    '3',
    '-pix_fmt',
    'yuvj420p',
    '-f',
    'mjpeg',
    jpeg,
  ]
  await runFfmpeg(
    [...options, '-f', DEMUXERS[format], '-i', path, '-filter_complex', graph, ...output],
    limits,
    ignoreOutputs,
  )
}

function refuseBomb({ width, height, delaysMs }: Gif): void {
  const frames = Math.min(delaysMs.length, FRAMES_MAX)
  if (width * height > PIXELS_MAX || frames * width * height > PAINTED_PIXELS_MAX) throw new KlaError('MEDIA_TOO_LARGE')
  if (frames === 0) throw damaged('gif')
  if (width * height === 0) throw unplayable('a GIF without a size')
}
