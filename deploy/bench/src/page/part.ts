import { ROOT, startPlatform } from '@kla/local'
import { spreadOf } from '@kla/scale'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../browser/launch.js'
import { interleave, type Contender } from '../frame/interleave.js'
import type { Figure, Part, PartOptions, PartResult } from '../result.js'
import { OURS } from '../who.js'
import { figuresOf } from './figures.js'
import { writeFloor } from './floor.js'
import { SCREENS, type Screen } from './screens.js'
import { visit, type Visit } from './visit.js'

/** The same words without a script, served by the same gateway: what the phone and its network allow. */
const FLOOR = 'bare static page'

interface Ground {
  readonly browser: Browser
  readonly url: string
  /** What the gateway serves: a copy, into which bare pages may be put. */
  readonly webRoot: string
}

/** First visits of a phone with an empty cache: what comes over the wire, when it is painted, what keeps it busy. */
export const pagePart: Part = {
  name: 'page',
  async run({ runs, quick, say }) {
    const directory = await mkdtemp(join(tmpdir(), 'kla-page-'))
    const webRoot = join(directory, 'web')
    try {
      await cp(`${ROOT}frontend/dist`, webRoot, { recursive: true })
      const platform = await startPlatform({ environment: { STATIC_DIR: webRoot, LOG_LEVEL: 'warn' } })
      const browser = await launchChromium(say)
      try {
        return await visitAll({ browser, url: platform.url, webRoot }, { runs, quick, say })
      } finally {
        await browser.close()
        await platform.close()
      }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  },
}

async function visitAll(ground: Ground, { runs, say }: PartOptions): Promise<PartResult> {
  const figures: Figure[] = []
  const faults: string[] = []
  const notes = ['Milliseconds of a phone: processor 4 times slower, 1.6 Mbit/s down, 150 ms a round trip, an empty cache.']
  for (const screen of SCREENS) {
    const visits = await visitScreen(ground, screen, runs, say)
    for (const [who, all] of visits) {
      for (const { complaints } of all) faults.push(...complaints.map((line) => `${screen.name}, ${who}: ${line}`))
    }
    figures.push(...figuresOf(screen.name, visits))
    notes.push(noteOf(screen.name, visits.get(OURS) ?? []))
  }
  return { figures, faults, notes }
}

async function visitScreen(
  { browser, url, webRoot }: Ground,
  screen: Screen,
  runs: number,
  say: (line: string) => void,
): Promise<ReadonlyMap<string, readonly Visit[]>> {
  const floorPath = `floor/${SCREENS.indexOf(screen)}.html`
  const once = async (): Promise<Visit> => {
    const { release, ...visitor } = await screen.prepare(url)
    return visit(browser, { ...visitor, baseURL: url }).finally(() => release?.())
  }
  // The first visit warms the server up, and tells the words of the bare page.
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
  return (
    `${screen}: ${median(({ requests }) => requests)} answers, ${kilobytes} KB, scripts by ${last?.scriptEncodings.join(', ')}; ` +
    `painted last and largest: “${last?.largest}”.`
  )
}
