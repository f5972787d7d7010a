import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Counted frames of long clips are much text. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

export interface ClipServer {
  readonly origin: string
  readonly host: string
  readonly port: number
  /** How often each path was asked for. */
  readonly asked: Map<string, number>
  close(): Promise<void>
}

/** A real web server on loopback. */
export async function startClipServer(routes: Record<string, RequestListener>): Promise<ClipServer> {
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    const route = routes[path]
    if (route) route(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    port,
    asked,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

type Format = 'gif' | 'mp4' | 'webm' | 'jpg'

/** A short clip of a test pattern, made by the real ffmpeg. */
export const makeClip = (format: Format, size = '101x57'): Buffer => render(format, `testsrc=s=${size}:d=1:r=10`)

/** Black and white, five times a second. */
export const makeFlashing = (format: Format): Buffer =>
  render(format, "color=c=black:s=96x54:r=10:d=1,geq=lum='if(mod(N,2),235,16)':cb=128:cr=128")

function render(format: Format, source: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kla-clip-'))
  const path = join(folder, `clip.${format}`)
  const frames = format === 'jpg' ? ['-frames:v', '1'] : []
  const pixels = format === 'mp4' || format === 'webm' ? ['-pix_fmt', 'yuv420p'] : []
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...frames, ...pixels, path])
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

export interface Probed {
  readonly codec_name: string
  readonly pix_fmt: string
  readonly width: number
  readonly height: number
  readonly nb_frames: string
}

/** What ffprobe finds in a video. */
export async function probe(bytes: Buffer): Promise<Probed> {
  const shown = 'stream=codec_name,pix_fmt,width,height,nb_frames'
  const output = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_entries', shown, '-'], bytes)
  return (JSON.parse(output.toString()) as { streams: [Probed] }).streams[0]
}

/** A program's output. Waiting for it without a turn of the event loop would outlast keep-alives of pods in this process. */
export async function run(program: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
  const running = promisify(execFile)(program, [...args], { encoding: 'buffer', maxBuffer: OUTPUT_MAX_BYTES })
  // A program may end before it has read everything.
  running.child.stdin?.on('error', () => undefined).end(input)
  return (await running).stdout
}
