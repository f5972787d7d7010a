import { text } from 'node:stream/consumers'
import { KlaError } from '@kla/chassis'
import { type ConversionLimits, DEMUXERS, runFfprobe } from './ffmpeg.js'
import { type Format, unplayable } from './formats.js'

type Tags = Readonly<Record<string, string>>

/** Stream as ffprobe describes it. */
export interface Stream {
  readonly index: number
  readonly codec_type?: string
  readonly codec_name?: string
  readonly profile?: string
  readonly pix_fmt?: string
  readonly width?: number
  readonly height?: number
  readonly disposition?: { readonly attached_pic?: number }
  readonly tags?: Tags
}

const ENTRIES = [
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height',
  'stream_disposition=attached_pic',
  'stream_tags',
  'format_tags',
].join(':')

/** A file's content as ffprobe describes it. */
export interface Probed {
  readonly streams: readonly Stream[]
  readonly tags: Tags
}

export async function probe(path: string, format: Format, limits: ConversionLimits): Promise<Probed> {
  const args = ['-of', 'json', '-show_entries', ENTRIES, '-f', DEMUXERS[format], '-i', path]
  const probed = JSON.parse(await runFfprobe(args, limits, text)) as {
    readonly streams?: readonly Stream[]
    readonly format?: { readonly tags?: Tags }
  }
  return { streams: probed.streams ?? [], tags: probed.format?.tags ?? {} }
}

/** Tags that every encoder writes, about the container alone. */
const TECHNICAL: ReadonlySet<string> = new Set([
  'major_brand', 'minor_version', 'compatible_brands', 'encoder', 'handler_name', 'vendor_id', 'language', 'duration',
  'rotate', 'alpha_mode',
]) // oxfmt-ignore

/** True if the file says more than it shows: places, names, dates, or tracks of positions and texts. */
export const carriesMetadata = ({ streams, tags }: Probed): boolean =>
  [tags, ...streams.map((each) => each.tags ?? {})].some((each) =>
    Object.keys(each).some((name) => !TECHNICAL.has(name.toLowerCase())),
  ) || streams.some(({ codec_type: type }) => type !== 'video' && type !== 'audio')

/** Milliseconds of the last picture; 0 if unknown. */
export async function lastFrameMs(
  path: string,
  format: Format,
  stream: Stream,
  limits: ConversionLimits,
): Promise<number> {
  const which = ['-select_streams', String(stream.index), '-show_entries', 'packet=pts_time,duration_time']
  const output = await runFfprobe(['-of', 'csv=p=0', ...which, '-f', DEMUXERS[format], '-i', path], limits, text)
  let last = { at: -Infinity, duration: 0 }
  for (const line of output.split('\n')) {
    const [at, duration] = line.split(',').map(Number) as [number, number | undefined]
    if (line !== '' && at >= last.at) last = { at, duration: duration || 0 }
  }
  return last.duration * 1000
}

/** Takes ffmpeg about 100 MB. */
export const PIXELS_MAX = 4_096 * 2_304

/** Throws MEDIA_FORMAT without moving pictures, MEDIA_TOO_LARGE for huge ones. */
export function videoOf(streams: readonly Stream[]): Stream {
  const video = streams.find((each) => isVideo(each) && each.disposition?.attached_pic !== 1)
  if (!video) throw unplayable(streams.length > 0 ? 'a file without a picture' : 'an empty video')
  if ((video.width ?? 0) * (video.height ?? 0) > PIXELS_MAX) throw new KlaError('MEDIA_TOO_LARGE')
  return video
}

/** Codecs of Chrome, Edge, Firefox and Safari without graphics hardware. */
const PLAYABLE = {
  mp4: {
    videos: ['h264 Constrained Baseline', 'h264 Baseline', 'h264 Main', 'h264 High'],
    pixels: ['yuv420p', 'yuvj420p'],
    sounds: ['aac', 'mp3'],
  },
  webm: { videos: ['vp8', 'vp9 Profile 0'], pixels: ['yuv420p'], sounds: ['opus', 'vorbis'] },
} as const satisfies Record<string, Record<string, readonly string[]>>

/** True if browsers play the file unchanged and show only what the flash meter sees: one video without transparency. */
export function isPlayable(format: 'mp4' | 'webm', streams: readonly Stream[]): boolean {
  const can: Record<keyof (typeof PLAYABLE)['mp4'], readonly string[]> = PLAYABLE[format]
  const [video, ...others] = streams.filter(isVideo)
  if (!video || others.length > 0 || hasAlpha(video)) return false
  const { codec_name: codec = '', profile = '', pix_fmt: pixels = '' } = video
  return (
    (can.videos.includes(`${codec} ${profile}`) || can.videos.includes(codec)) &&
    can.pixels.includes(pixels) &&
    streams.every((each) => each.codec_type !== 'audio' || can.sounds.includes(each.codec_name ?? ''))
  )
}

export const hasAlpha = ({ tags }: Stream): boolean => tags?.['alpha_mode'] === '1'

const isVideo = (stream: Stream): boolean => stream.codec_type === 'video'
