import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { openContext, type Visitor } from '../browser/chromium.js'
import { meterWire, type WireMeter, type Wire } from './wire.js'

export interface Visit extends PaintRecord, Wire {
  readonly text: string
  readonly complaints: readonly string[]
}

interface VisitOptions extends Visitor {
  readonly baseURL: string
  readonly path: string
}

/** Milliseconds since the page was requested. */
interface PaintRecord {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly largest: string
  readonly longTasks: readonly { readonly startMs: number; readonly lastedMs: number }[]
}

type LargestPaint = PerformanceEntry & { element: Element | null }

/** Longer than a slow processor needs between two waves of modules. */
const QUIET_MS = 2_000

const WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50

/** Stays until nothing more comes. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const context = await openContext(browser, options, { ...PHONE, baseURL: options.baseURL })
  try {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await recordPaint(page)
    const session = await context.newCDPSession(page)
    const wire = await meterWire(session)
    await slowDown(session)
    await page.goto(options.path)
    await quiet(wire)
    const text = await page.evaluate(() => document.body.innerText)
    return { ...(await readPaint(page)), ...wire.read(), text, complaints }
  } finally {
    await context.close()
  }
}

async function quiet(wire: WireMeter): Promise<void> {
  const end = Date.now() + WITHIN_MS
  for (let since = Date.now(); Date.now() - since < QUIET_MS; await sleep(LOOK_EVERY_MS)) {
    if (wire.underWay() > 0) since = Date.now()
    if (Date.now() > end) throw new Error('the page does not come to rest')
  }
}

/** Runs in the page before its own code. */
function record(): void {
  const longTasks: { startMs: number; lastedMs: number }[] = []
  const seen = { firstPaintMs: 0, largestPaintMs: 0, largest: '', longTasks }
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaintMs = startTime
  })
  observe('largest-contentful-paint', (entry) => {
    const { element } = entry as LargestPaint
    seen.largestPaintMs = entry.startTime
    seen.largest = `${element?.localName ?? '?'}: ${element?.textContent?.trim().slice(0, 40) ?? ''}`
  })
  observe('longtask', ({ startTime, duration }) => void longTasks.push({ startMs: startTime, lastedMs: duration }))
  Object.assign(globalThis, { paintRecord: seen })
}

const recordPaint = (page: Page): Promise<unknown> => page.addInitScript(record)

const readPaint = (page: Page): Promise<PaintRecord> =>
  page.evaluate(() => (globalThis as unknown as { paintRecord: PaintRecord }).paintRecord)

/** Lighthouse's mobile device. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2.6,
  isMobile: true,
  hasTouch: true,
}

const BITS = 8

/** A phone's processor is four times slower. */
const SLOWER = 4

/** Lighthouse's slow 4G: kbit/s, and latency in milliseconds. */
const NETWORK = { downKbits: 1_600, upKbits: 750, roundTripMs: 150 }

async function slowDown(page: CDPSession): Promise<void> {
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.roundTripMs,
    downloadThroughput: (NETWORK.downKbits * 1_000) / BITS,
    uploadThroughput: (NETWORK.upKbits * 1_000) / BITS,
  })
}
