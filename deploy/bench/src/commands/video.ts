import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CAMERA_ARGUMENTS } from '@kla/bots'
import { findTool } from '@kla/local'
import { chromium, type Page } from 'playwright-core'
import { PICTURE, renderCamera, SQUARE } from '../video/camera.js'
import { similarity } from '../video/similarity.js'
import { connect, readCounters, sample, type Setting, takeSamples } from '../video/stream.js'

/** Time until the estimate of the bandwidth has risen. */
const SETTLES_MS = 4_000
const WINDOW_MS = 5_000
/** One run of settings stays within a minute. */
const SETTINGS_MAX = 6

/** Settings as `codec[:kbit/s[:scale]]`. */
const SETTINGS = ['VP8', 'VP8:500', 'H264:500', 'VP9:430', 'VP9:250:1.33', 'VP9:90:2.67']

function readSetting(text: string): Setting {
  const [codec = '', kilobits, scale] = text.split(':')
  return {
    codec: codec as Setting['codec'],
    ...(kilobits ? { maxBitrate: Number(kilobits) * 1000 } : {}),
    ...(scale ? { scaleResolutionDownBy: Number(scale) } : {}),
  }
}

/** Prints what a stream of each setting carries between two pages, and how alike its pictures are to the camera's. */
export async function main(args: readonly string[]): Promise<void> {
  const settings = (args.length > 0 ? args : SETTINGS).slice(0, SETTINGS_MAX)
  const [executablePath, ffmpeg] = await Promise.all([findTool('chromium'), findTool('ffmpeg')])
  if (!executablePath || !ffmpeg) throw new Error('Chromium and ffmpeg are required')
  const directory = await mkdtemp(join(tmpdir(), 'kla-video-'))
  const { file, luma } = await renderCamera(ffmpeg, directory)
  const browser = await chromium.launch({
    executablePath,
    args: [...CAMERA_ARGUMENTS, `--use-file-for-fake-video-capture=${file}`],
  })
  try {
    const context = await browser.newContext({ permissions: ['camera', 'microphone'] })
    await context.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<body></body>' }))
    const [from, to] = [await context.newPage(), await context.newPage()]
    for (const page of [from, to]) await page.goto('http://localhost/')
    console.log('| setting | codec | Mbit/s | frames/s | height | SSIM | encode, ms | limited by | estimate, kbit/s |')
    console.log('|---|---|---|---|---|---|---|---|---|')
    for (const text of settings) console.log(await measure({ from, to, text, luma }))
  } finally {
    await browser.close()
    await rm(directory, { recursive: true, force: true })
  }
}

interface Measured {
  readonly from: Page
  readonly to: Page
  readonly text: string
  readonly luma: Buffer
}

async function measure({ from, to, text, luma }: Measured): Promise<string> {
  await connect(from, to, readSetting(text))
  await sleep(SETTLES_MS)
  await sample(to)
  const [before, beganAt] = [await readCounters(from), performance.now()]
  await sleep(WINDOW_MS)
  const [after, seconds] = [await readCounters(from), (performance.now() - beganAt) / 1000]
  const frames = after.frames - before.frames
  const values = [
    text,
    after.codec,
    (((after.bytes - before.bytes) * 8) / seconds / 1e6).toFixed(3),
    (frames / seconds).toFixed(1),
    after.height,
    alikeness(await takeSamples(to), luma).toFixed(3),
    ((1000 * (after.encodeSeconds - before.encodeSeconds)) / frames).toFixed(1),
    after.limitedBy,
    after.estimateKbps.toFixed(0),
  ]
  return `| ${values.join(' | ')} |`
}

function alikeness(samples: Awaited<ReturnType<typeof takeSamples>>, luma: Buffer): number {
  const plane = PICTURE.width * PICTURE.height
  const area = { width: PICTURE.width, height: PICTURE.height, skipped: 2 * SQUARE }
  const all = samples.map(({ frame, luma: shown }) =>
    similarity(shown, luma.subarray(frame * plane, (frame + 1) * plane), area),
  )
  return all.reduce((sum, one) => sum + one, 0) / all.length
}
