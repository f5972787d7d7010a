import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ROOT, startPlatform } from '@kla/local'
import { launchChromium } from '../browser/chromium.js'
import {
  type Contender, type Figure, interleave, OURS, type PartOptions, type Part, type PartResult, type Target,
} from '../frame/part.js'
import { spreadOf } from '../measure/numbers.js'
import { type Screen, SCREENS, writeFloor } from './screens.js'
import { type Visit, visit } from './visit.js'

/** First visits by a phone with an empty cache. */
export const pagePart: Part = {
  name: 'page',
  async run(options) {
    const webRoot = await copyOfBundle()
    const platform = await startPlatform({ environment: { STATIC_DIR: webRoot, LOG_LEVEL: 'warn' } })
    const browser = await launchChromium(options.say)
    try {
      return await visitAll({ browser, url: platform.url, webRoot }, SCREENS, options)
    } finally {
      await browser.close()
      await platform.close()
      await rm(webRoot, { recursive: true, force: true })
    }
  },
}

export async function copyOfBundle(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kla-pages-'))
  await cp(`${ROOT}frontend/dist`, folder, { recursive: true })
  return folder
}

const FLOOR = 'bare static page'

interface PageDeps {
  readonly browser: Browser
  readonly url: string
  readonly webRoot: string
}

export async function visitAll(
  deps: PageDeps,
  screens: readonly Screen[],
  { runs, say }: Pick<PartOptions, 'runs' | 'say'>,
): Promise<PartResult> {
  const figures: Figure[] = []
  const faults: string[] = []
  const notes = ['Of a phone: a processor 4 times slower, 1.6 Mbit/s down, 150 ms a round trip, an empty cache.']
  for (const screen of screens) {
    const visits = await visitScreen(deps, screen, runs, say)
    for (const [who, all] of visits) {
      for (const { complaints } of all) faults.push(...complaints.map((line) => `${screen.name}, ${who}: ${line}`))
    }
    figures.push(...figuresOf(screen.name, visits))
    notes.push(noteOf(screen.name, visits.get(OURS) ?? []))
  }
  return { figures, faults, notes }
}

async function visitScreen(
  { browser, url, webRoot }: PageDeps,
  screen: Screen,
  runs: number,
  say: (line: string) => void,
): Promise<ReadonlyMap<string, readonly Visit[]>> {
  const floorPath = `floor/${screen.name.replaceAll(/\W+/g, '-')}.html`
  const once = async (): Promise<Visit> => {
    const { release, ...visitor } = await screen.prepare(url)
    return visit(browser, { ...visitor, baseURL: url }).finally(() => release?.())
  }
  // Warms up, and gives the bare page its words.
  await writeFloor(webRoot, floorPath, (await once()).text)
  const contenders: Contender<Visit>[] = [
    { who: OURS, measure: once },
    { who: FLOOR, measure: () => visit(browser, { ageConfirmed: false, baseURL: url, path: `/${floorPath}` }) },
  ]
  return interleave(contenders, runs, (who, round, { largestPaintMs }) =>
    say(`  ${screen.name}, ${who}, visit ${round}: largest paint after ${Math.round(largestPaintMs)} ms`),
  )
}

function noteOf(screen: string, visits: readonly Visit[]): string {
  const median = (value: (visit: Visit) => number): number => spreadOf(visits.map(value)).median
  const [last] = visits.slice(-1)
  const kilobytes = Math.round(median(({ bytes }) => bytes) / 1_000)
  const encodings = last?.scriptEncodings.join(', ')
  return (
    `${screen}: ${median(({ requests }) => requests)} answers, ${kilobytes} KB, scripts by ${encodings}; ` +
    `painted last and largest: “${last?.largest}”.`
  )
}

const BYTES_PER_KB = 1_000

const TARGETS = {
  /** Issue 7, for the lobby. */
  scriptKb: { better: 'less', own: 150 },
  largestPaintMs: { better: 'less', own: 1_200 },
  longestTaskMs: { better: 'less', own: 100 },
} as const satisfies Record<string, Target>

export const figuresOf = (screen: string, visits: ReadonlyMap<string, readonly Visit[]>): Figure[] => {
  const values = (value: (visit: Visit) => number): Figure['values'] =>
    Object.fromEntries([...visits].map(([who, all]) => [who, all.map(value)]))
  const figure = (name: string, unit: string, of: Figure['values'], target?: Target): Figure => ({
    name: `${screen}: ${name}`,
    unit,
    values: of,
    ...(target ? { target } : {}),
  })
  // The bare page has no scripts or long tasks.
  const ours = (value: (visit: Visit) => number): Figure['values'] => ({ [OURS]: (visits.get(OURS) ?? []).map(value) })
  return [
    figure('JavaScript over the wire', 'KB', ours(({ scriptBytes }) => scriptBytes / BYTES_PER_KB), TARGETS.scriptKb),
    figure('largest contentful paint', 'ms', values(({ largestPaintMs }) => largestPaintMs), TARGETS.largestPaintMs),
    figure('first contentful paint', 'ms', values(({ firstPaintMs }) => firstPaintMs)),
    figure('longest task', 'ms', ours(longestTask), TARGETS.longestTaskMs),
  ]
}

/** 0 below 50 ms: browsers report no shorter task. */
const longestTask = ({ longTasks }: Pick<Visit, 'longTasks'>): number =>
  Math.max(0, ...longTasks.map(({ lastedMs }) => lastedMs))
