import type { Browser } from 'playwright-core'
import { startPlatform } from '@kla/local'
import { launchChromium } from '../browser/chromium.js'
import { type Figure, interleave, OURS, type Part, type PartResult } from '../frame/part.js'
import { spreadOf } from '../measure/numbers.js'
import { startWorker } from '../measure/workers.js'
import type { RelayTasks } from '../peers/bare-page-main.js'
import { joinOnce, openBareRing, openKlaRing, type Ring } from './rings.js'
import type { Timeline } from './timeline.js'

/** A median of three says little. */
const JOINS_A_RUN = 4

/** From a seat to the opponent's picture, on one machine with everything cached. */
export const picturePart: Part = {
  name: 'picture',
  async run({ runs, quick, say }) {
    const relay = startWorker<RelayTasks>('peers/bare-page-main')
    const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' } })
    const browser = await launchChromium(say)
    try {
      const deps = { browser, url: platform.url, relayUrl: await relay.ask('url', undefined) }
      return await joinAll(deps, quick ? runs : runs * JOINS_A_RUN, say)
    } finally {
      await browser.close()
      await platform.close()
      await relay.stop()
    }
  },
}

/** Two connections and a relay: the least a browser needs. */
const BARE = 'bare page'

interface PictureDeps {
  readonly browser: Browser
  readonly url: string
  readonly relayUrl: string
}

export async function joinAll(
  { browser, url, relayUrl }: PictureDeps,
  joins: number,
  say: (line: string) => void,
): Promise<PartResult> {
  const rings = { [OURS]: await openKlaRing(browser, url), [BARE]: await openBareRing(browser, relayUrl) }
  // Warms caches and compilers up.
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

/** Issue 7: half of the joins take at most this, in milliseconds. */
const PICTURE_WITHIN_MS = 500

function figuresOf(timelines: ReadonlyMap<string, readonly Timeline[]>): Figure[] {
  const values = (value: (timeline: Timeline) => number): Figure['values'] =>
    Object.fromEntries([...timelines].map(([who, all]) => [who, all.map(value)]))
  return [
    {
      name: 'join to the first remote picture, p50',
      unit: 'ms',
      values: values(({ pictureMs }) => pictureMs),
      target: { better: 'less', own: PICTURE_WITHIN_MS },
    },
    { name: 'the same until the other one sees who joined', unit: 'ms', values: values(({ otherPictureMs }) => otherPictureMs) },
    { name: 'connections that one join makes', unit: '', values: values(({ connections }) => connections) },
  ]
}

/** By whose page goes through them; missing steps are left out. */
const STEPS = {
  joiner: {
    'socket:begun': 'begins a socket',
    'socket:open': 'socket open',
    'acked:join-room': 'seat taken',
    'camera:asked': 'room up, camera asked',
    'in:start-peers': 'introduced',
    'camera:had': 'camera on',
    'peer:made': 'connection made',
    'in:offer': 'offer comes',
    'out:offer': 'offer goes',
    'out:answer': 'answer goes',
    'ice:connected': 'ICE connected',
    'peer:connected': 'DTLS done',
    'track:video': 'track',
    decoded: 'first frame decoded',
    shown: 'first frame on the page',
    pictured: 'picture',
  },
  host: {
    'in:start-peers': 'introduced',
    'peer:made': 'connection made',
    'out:offer': 'offer goes',
    'in:answer': 'answer comes',
    'ice:connected': 'ICE connected',
    'peer:connected': 'DTLS done',
    decoded: 'first frame decoded',
    shown: 'first frame on the page',
    pictured: 'picture',
  },
} as const

export const stepsOf = (who: string, timelines: readonly Timeline[]): string[] =>
  (['joiner', 'host'] as const).map((side) => {
    const reached = Object.entries(STEPS[side]).flatMap(([mark, words]) => {
      const times = timelines.flatMap((timeline) => timeline[side][mark] ?? [])
      return times.length === 0 ? [] : [{ words, at: spreadOf(times).median }]
    })
    const inOrder = reached.sort((one, other) => one.at - other.at)
    const steps = inOrder.map(({ words, at }) => `${words} ${Math.round(at)}`)
    return `${who}, ${side}, ms since the click: ${steps.join(', ')}.`
  })
