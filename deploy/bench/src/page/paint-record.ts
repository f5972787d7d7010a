import type { Page } from 'playwright-core'

/** What a page has painted since it was asked for, and what kept it from answering; milliseconds since then. */
export interface PaintRecord {
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
export const recordPaint = (page: Page): Promise<unknown> => page.addInitScript(record)

export const readPaint = (page: Page): Promise<PaintRecord> =>
  page.evaluate(() => (globalThis as unknown as { paintRecord: PaintRecord }).paintRecord)
