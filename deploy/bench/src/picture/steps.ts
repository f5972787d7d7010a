import { spreadOf } from '../units/index.js'
import type { Timeline } from './timeline.js'

/** The steps that are told, by whose page went through them; a contender without one of them leaves it out. */
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

/** When each step was reached, in their order, a line for each page: medians of all joins. */
export const stepsOf = (who: string, timelines: readonly Timeline[]): string[] =>
  (['joiner', 'host'] as const).map((side) => {
    const reached = Object.entries(STEPS[side]).flatMap(([mark, words]) => {
      const times = timelines.flatMap((timeline) => timeline[side][mark] ?? [])
      return times.length === 0 ? [] : [{ words, at: spreadOf(times).median }]
    })
    const inOrder = reached.sort((one, other) => one.at - other.at)
    const told = inOrder.map(({ words, at }) => `${words} ${Math.round(at)}`)
    return `${who}, ${side}, ms since the click: ${told.join(', ')}.`
  })
