import type { Page } from 'playwright-core'
import { recordCall, type Mark } from './record-call.js'

/** A page that takes part in calls, and what it goes through. */
export interface Caller {
  readonly page: Page
  /** Errors of the page and of its console. */
  readonly complaints: string[]
  marks(): Promise<Mark[]>
  /** Waits until it has seen the other side's picture after `since`, Unix milliseconds. */
  pictured(since: number): Promise<unknown>
}

const PICTURE_WITHIN_MS = 15_000

/** Makes a caller of a page that has not been opened yet. */
export async function makeCaller(page: Page): Promise<Caller> {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.addInitScript(recordCall)
  return {
    page,
    complaints,
    marks: () => page.evaluate(() => (globalThis as unknown as { callMarks: Mark[] }).callMarks),
    pictured: (since) =>
      page.waitForFunction(
        (earliest) => {
          const { callMarks } = globalThis as unknown as { callMarks: Mark[] }
          return callMarks.some(({ what, at }) => what === 'pictured' && at > earliest)
        },
        since,
        // By a timer, which leaves the page alone in between.
        { polling: 100, timeout: PICTURE_WITHIN_MS },
      ),
  }
}
