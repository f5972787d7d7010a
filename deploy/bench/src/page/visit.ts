import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { openContext, type Visitor } from '../browser/player-context.js'
import { readPaint, recordPaint, type PaintRecord } from './paint-record.js'
import { PHONE, slowDown } from './phone.js'
import { meterWire, type Wire, type WireMeter } from './wire.js'

/** How a page came to somebody who had never been there. */
export interface Visit extends PaintRecord, Wire {
  /** What there was to read in the end. */
  readonly text: string
  /** Errors that the page threw or wrote to its console. */
  readonly complaints: readonly string[]
}

export interface VisitOptions extends Visitor {
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
