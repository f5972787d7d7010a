import { spreadOf } from '../units/index.js'
import type { Browser } from 'playwright-core'
import { interleave, type Contender } from '../frame/interleave.js'
import type { Figure, PartOptions, PartResult } from '../result.js'
import { OURS } from '../who.js'
import { figuresOf } from './figures.js'
import { writeFloor } from './floor.js'
import type { Screen } from './screens.js'
import { visit, type Visit } from './visit.js'

/** The same words without a script, served by the same gateway: what the phone and its network allow. */
const FLOOR = 'bare static page'

export interface PageGround {
  readonly browser: Browser
  readonly url: string
  /** What the gateway serves: a copy, into which bare pages may be put. */
  readonly webRoot: string
}

/** Visits each screen, in turn with a bare page of its words. */
export async function visitAll(
  ground: PageGround,
  screens: readonly Screen[],
  { runs, say }: Pick<PartOptions, 'runs' | 'say'>,
): Promise<PartResult> {
  const figures: Figure[] = []
  const faults: string[] = []
  const notes = ['Of a phone: a processor 4 times slower, 1.6 Mbit/s down, 150 ms a round trip, an empty cache.']
  for (const screen of screens) {
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
  { browser, url, webRoot }: PageGround,
  screen: Screen,
  runs: number,
  say: (line: string) => void,
): Promise<ReadonlyMap<string, readonly Visit[]>> {
  const floorPath = `floor/${screen.name.replaceAll(/\W+/g, '-')}.html`
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
  const encodings = last?.scriptEncodings.join(', ')
  return (
    `${screen}: ${median(({ requests }) => requests)} answers, ${kilobytes} KB, scripts by ${encodings}; ` +
    `painted last and largest: “${last?.largest}”.`
  )
}
