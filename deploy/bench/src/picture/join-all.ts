import type { Browser } from 'playwright-core'
import { interleave } from '../frame/interleave.js'
import type { PartResult } from '../result.js'
import { OURS } from '../who.js'
import { openBareRing } from './bare-ring.js'
import { figuresOf } from './figures.js'
import { openKlaRing } from './kla-ring.js'
import { joinOnce, type Ring } from './ring.js'
import { stepsOf } from './steps.js'

/** Two connections and a relay, and nothing else: what a browser needs in any case. */
const BARE = 'bare page'

export interface PictureGround {
  readonly browser: Browser
  readonly url: string
  readonly relayUrl: string
}

/** Joins by turns, in a room and on the bare page, as often as asked for. */
export async function joinAll(
  { browser, url, relayUrl }: PictureGround,
  joins: number,
  say: (line: string) => void,
): Promise<PartResult> {
  const rings = { [OURS]: await openKlaRing(browser, url), [BARE]: await openBareRing(browser, relayUrl) }
  // The first join of each finds nothing cached, and nothing compiled.
  for (const ring of Object.values(rings)) await joinOnce(ring)
  const contenders = Object.entries(rings).map(([who, ring]) => ({ who, measure: () => joinOnce(ring) }))
  const timelines = await interleave(contenders, joins, (who, round, { pictureMs }) =>
    say(`  ${who}, join ${round}: a picture after ${Math.round(pictureMs)} ms`),
  )
  await Promise.all(Object.values(rings).map((ring) => ring.close()))
  return {
    figures: figuresOf(timelines),
    faults: Object.entries(rings).flatMap(([who, ring]) => faultsOf(who, ring)),
    notes: [...timelines].flatMap(([who, all]) => stepsOf(who, all)),
  }
}

const faultsOf = (who: string, { host, joiner }: Ring): string[] =>
  [...host.complaints, ...joiner.complaints].map((line) => `${who}: ${line}`)
