import { type Figure, OURS, type Target } from '../frame/part.js'
import { PEERS } from './contenders.js'
import type { RelayMeasured } from './measure.js'
import type { RoundTrips } from './round-trips.js'

export interface RelayRuns {
  readonly chats: ReadonlyMap<string, readonly RelayMeasured[]>
  readonly signals: readonly RoundTrips[]
}

interface Row extends Pick<Figure, 'name' | 'unit'> {
  readonly who: readonly string[]
  readonly read: (measured: RelayMeasured) => number
  readonly target: Target
}

/** Both players on one gateway; {@link OURS} uses two. */
export const TOGETHER = `${OURS}, one gateway`

const { uws, uwsPair, socketIo, socketIoPair, colyseus } = PEERS
export const ACROSS: readonly string[] = [OURS, uwsPair, socketIoPair]
const ONE_SERVER: readonly string[] = [TOGETHER, uws, uwsPair, socketIo, colyseus]

const KIBI = 1_024
const PACED = '8,000 deliveries a second'
const DELIVERIES = 'deliveries a CPU second'
/** A batch has hundreds of lines; a call for each would be at least 1. */
const NONE_EACH: Target = { better: 'less', own: 0.05 }
const ofLine = ({ tripsPerLine }: RelayMeasured): RoundTrips => tripsPerLine ?? { rpc: NaN, redis: NaN }

const ROWS: readonly Row[] = [
  {
    ...{ name: `chat between two gateways, ${PACED}`, unit: DELIVERIES, who: ACROSS },
    read: ({ paced }) => paced.perCpuSecond,
    target: { better: 'more', ratios: { [uwsPair]: 0.75, [socketIoPair]: 1.3 } },
  },
  {
    ...{ name: 'chat between two gateways, saturated', unit: DELIVERIES, who: ACROSS },
    read: ({ saturated }) => saturated.perCpuSecond,
    target: { better: 'more', ratios: { [uwsPair]: 0.7, [socketIoPair]: 1.9 } },
  },
  {
    ...{ name: `both players on one gateway, ${PACED}`, unit: DELIVERIES, who: ONE_SERVER },
    read: ({ paced }) => paced.perCpuSecond,
    target: { better: 'more', ratios: { [uws]: 0.5, [socketIo]: 1 } },
  },
  {
    ...{ name: 'both players on one gateway, saturated', unit: DELIVERIES, who: ONE_SERVER },
    read: ({ saturated }) => saturated.perCpuSecond,
    target: { better: 'more', ratios: { [uws]: 0.5, [socketIo]: 1 } },
  },
  {
    ...{ name: `latency between two gateways, ${PACED}, p50`, unit: 'ms', who: ACROSS },
    read: ({ paced }) => paced.p50Ms,
    target: { better: 'less', ratios: { [uwsPair]: 1.3 } },
  },
  {
    ...{ name: `latency between two gateways, ${PACED}, p99`, unit: 'ms', who: ACROSS },
    read: ({ paced }) => paced.p99Ms,
    target: { better: 'less', ratios: { [uwsPair]: 2 } },
  },
  {
    ...{ name: 'memory of an idle connection in a room', unit: 'KiB', who: ACROSS },
    read: ({ bytesPerConnection }) => bytesPerConnection / KIBI,
    target: { better: 'less', own: 8 },
  },
  {
    ...{ name: 'connect, authenticate and join', unit: 'a second', who: ACROSS },
    read: ({ joinsPerSecond }) => joinsPerSecond,
    target: { better: 'more', ratios: { [socketIoPair]: 0.35 } },
  },
  {
    ...{ name: 'gRPC calls for a chat line', unit: 'each', who: [OURS], target: NONE_EACH },
    read: (measured) => ofLine(measured).rpc,
  },
  {
    ...{ name: 'Redis round trips for a chat line', unit: 'each', who: [OURS], target: NONE_EACH },
    read: (measured) => ofLine(measured).redis,
  },
]

export function relayFigures({ chats, signals }: RelayRuns): Figure[] {
  const chatFigures = ROWS.map(({ name, unit, who, read, target }): Figure => {
    const values = who.map((one) => [one === TOGETHER ? OURS : one, (chats.get(one) ?? []).map(read)])
    return { name, unit, target, values: Object.fromEntries(values) }
  })
  const signalFigure = (name: string, read: (trips: RoundTrips) => number): Figure => ({
    ...{ name, unit: 'each', target: NONE_EACH },
    values: { [OURS]: signals.map(read) },
  })
  return [
    ...chatFigures,
    signalFigure('gRPC calls for a signal', ({ rpc }) => rpc),
    signalFigure('Redis round trips for a signal', ({ redis }) => redis),
  ]
}
