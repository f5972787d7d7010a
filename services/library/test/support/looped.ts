import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PlayedFrame {
  readonly atMs: number
  /** 0 where the file does not say. */
  readonly durationMs: number
  /** Of the whole picture, 0 to 255. */
  readonly luma: number
}

/** The frames of a served video, as ffprobe finds them, in the order in which they are shown. */
export function framesOf(video: Buffer): readonly PlayedFrame[] {
  const folder = mkdtempSync(join(tmpdir(), 'kla-served-'))
  try {
    const path = join(folder, 'served')
    writeFileSync(path, video)
    const packets = execFileSync('ffprobe', ['-v', 'error', '-of', 'csv=p=0', '-show_entries', 'packet=pts_time,duration_time', path])
    const times = packets.toString().trim().split('\n').map((line) => line.split(',').map(Number) as [number, number]).sort(([a], [b]) => a - b)
    const lumas = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-vf', 'scale=1:1:flags=area', '-vsync', 'passthrough', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'])
    if (lumas.length !== times.length) throw new Error(`${times.length} packets make ${lumas.length} frames`)
    return times.map(([at, duration], frame) => ({ atMs: at * 1000, durationMs: (duration || 0) * 1000, luma: lumas[frame] ?? 0 }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const lengthOf = (frames: readonly PlayedFrame[]): number => Math.max(...frames.map(({ atMs, durationMs }) => atMs + durationMs))

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
  return Math.max(0, ...changes.map((fromMs, first) => changes.slice(first).filter((atMs) => atMs - fromMs < 999).length))
}
