import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Probed, run } from './clip-server.js'

export interface PlayedFrame {
  readonly atMs: number
  /** 0 where the file does not say. */
  readonly durationMs: number
  /** Of the whole picture, 0 to 255. */
  readonly luma: number
}

export type Timed = Omit<PlayedFrame, 'luma'>

/** What a served video is, and when its frames are shown, in that order. Throws where a frame cannot be decoded. */
export function playedOf(video: Buffer): Promise<{ readonly stream: Probed; readonly frames: readonly Timed[] }> {
  return inFile(video, async (path) => {
    const entries = 'packet=pts_time,duration_time:stream=codec_name,pix_fmt,width,height,nb_frames,nb_read_frames'
    const output = await run('ffprobe', ['-v', 'error', '-of', 'json', '-count_frames', '-show_entries', entries, path])
    const { packets, streams } = JSON.parse(output.toString()) as {
      readonly packets: readonly { readonly pts_time?: string; readonly duration_time?: string }[]
      readonly streams: readonly [Probed & { readonly nb_read_frames?: string }]
    }
    const decoded = Number(streams[0].nb_read_frames)
    if (decoded !== packets.length) throw new Error(`${packets.length} packets make ${decoded} frames`)
    const frames = packets.map(({ pts_time: at, duration_time: duration }) => ({
      atMs: Number(at ?? 0) * 1000,
      durationMs: Number(duration ?? 0) * 1000,
    }))
    return { stream: streams[0], frames: frames.sort((one, other) => one.atMs - other.atMs) }
  })
}

/** The frames of a served video with their brightness, in the order in which they are shown. */
export async function framesOf(video: Buffer): Promise<readonly PlayedFrame[]> {
  const { frames } = await playedOf(video)
  const grey = ['-vf', 'scale=1:1:flags=area', '-vsync', 'passthrough', '-pix_fmt', 'gray', '-f', 'rawvideo', '-']
  const lumas = await inFile(video, (path) => run('ffmpeg', ['-v', 'error', '-i', path, ...grey]))
  if (lumas.length !== frames.length) throw new Error(`${frames.length} packets make ${lumas.length} frames`)
  return frames.map((frame, at) => ({ ...frame, luma: lumas[at] ?? 0 }))
}

async function inFile<T>(video: Buffer, read: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kla-served-'))
  try {
    await writeFile(join(folder, 'served'), video)
    return await read(join(folder, 'served'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const lengthOf = (frames: readonly Timed[]): number =>
  Math.max(...frames.map(({ atMs, durationMs }) => atMs + durationMs))

/** The most changes between dark and bright within any second of the loop, played for at least 20 seconds and 10 rounds. */
export function changesInASecond(frames: readonly PlayedFrame[]): number {
  const lengthMs = lengthOf(frames)
  const rounds = Math.max(10, Math.ceil(20_000 / lengthMs))
  const changes: number[] = []
  let bright: boolean | undefined
  for (let round = 0; round < rounds; round++) {
    for (const { atMs, luma } of frames) {
      const now = luma > 128
      if (bright !== undefined && now !== bright) changes.push(round * lengthMs + atMs)
      bright = now
    }
  }
  return Math.max(
    0,
    ...changes.map((fromMs, first) => changes.slice(first).filter((atMs) => atMs - fromMs < 999).length),
  )
}
