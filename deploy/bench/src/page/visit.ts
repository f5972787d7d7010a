import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { openContext, type Visitor } from '../browser/chromium.js'
import { meterWire, type WireMeter, type Wire } from './wire.js'

/** What a page has painted since it was asked for, and what kept it from answering; milliseconds since then. */
interface PaintRecord {
  readonly firstPaintMs: number
  /** Of the largest thing that it has painted, and what that is. */
  readonly largestPaintMs: number
  readonly largest: string
  /** Tasks of 50 ms and more, which is where browsers begin to call them long. */
  readonly longTasks: readonly { readonly startMs: number; readonly lastedMs: number }[]
}

type LargestPaint = PerformanceEntry & { element: Element | null }

/** Runs in the page, before anything of it does. */
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

/** Records what a page paints; to be called before it is opened. */
const recordPaint = (page: Page): Promise<unknown> => page.addInitScript(record)

const readPaint = (page: Page): Promise<PaintRecord> =>
  page.evaluate(() => (globalThis as unknown as { paintRecord: PaintRecord }).paintRecord)

/** A mid phone: what Lighthouse calls mobile, as far as a page can see it. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2.6,
  isMobile: true,
  hasTouch: true,
}

const BITS = 8
/** A phone's processor takes four times as long as this one. */
const SLOWER = 4
/** What Lighthouse calls slow 4G: kbit/s each way, and the milliseconds from a request to the head of its answer. */
const NETWORK = { downKbits: 1_600, upKbits: 750, roundTripMs: 150 }

/** Slows a page down to the phone's processor and network. */
async function slowDown(page: CDPSession): Promise<void> {
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.roundTripMs,
    downloadThroughput: (NETWORK.downKbits * 1_000) / BITS,
    uploadThroughput: (NETWORK.upKbits * 1_000) / BITS,
  })
}

/** How a page came to somebody who had never been there. */
export interface Visit extends PaintRecord, Wire {
  /** What there was to read in the end. */
  readonly text: string
  /** Errors that the page threw or wrote to its console. */
  readonly complaints: readonly string[]
}

interface VisitOptions extends Visitor {
  readonly baseURL: string
  readonly path: string
}

/** Nothing more comes when nothing has come for so long: between two waves of modules a slow processor runs the first. */
const QUIET_MS = 2_000
const WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50

/** Opens a page on the phone with an empty cache, and stays until nothing more comes. */
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
