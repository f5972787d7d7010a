import type { Figure, Target } from '../result.js'
import { OURS } from '../who.js'
import { PEERS } from './contenders/peers.js'
import type { RelayMeasured } from './measure.js'
import type { RoundTrips } from './round-trips.js'

/** What everything that was measured has come to, a value a round. */
export interface RelayRuns {
  /** By who. Ours is there twice: see {@link TOGETHER}. */
  readonly chats: ReadonlyMap<string, readonly RelayMeasured[]>
  /** What each signal of ours asks. */
  readonly signals: readonly RoundTrips[]
}

/** Ours with both players of each room on one gateway; {@link OURS} has them on two. */
export const TOGETHER = `${OURS}, one gateway`

const { uws, uwsPair, socketIo, socketIoPair, colyseus } = PEERS
/** Those whose players of one room are on different servers. */
export const ACROSS: readonly string[] = [OURS, uwsPair, socketIoPair]
const ONE_PROCESS: readonly string[] = [TOGETHER, uws, uwsPair, socketIo, colyseus]

const KIBI = 1_024
const [DELIVERIES, PACED] = ['deliveries a CPU second', '8,000 deliveries a second']
/** A batch of the transcript has hundreds of lines; a call for each line would be at least 1. */
const NONE_EACH: Target = { better: 'less', own: 0.05 }

export function relayFigures({ chats, signals }: RelayRuns): Figure[] {
  const figure = (
    [name, unit]: readonly [string, string],
    who: readonly string[],
    read: (measured: RelayMeasured) => number,
    target: Target,
  ): Figure => ({
    ...{ name, unit, target },
    values: Object.fromEntries(who.map((one) => [one === TOGETHER ? OURS : one, (chats.get(one) ?? []).map(read)])),
  })
  const atLeast = (ratios: Target['ratios'] = {}): Target => ({ better: 'more', ratios })
  const atMost = (ratios: Target['ratios'] = {}): Target => ({ better: 'less', ratios })
  const line = ({ tripsPerLine }: RelayMeasured): RoundTrips => tripsPerLine ?? { rpc: NaN, redis: NaN }
  const signal = (name: string, read: (trips: RoundTrips) => number): Figure => ({
    ...{ name, unit: 'each', target: NONE_EACH },
    values: { [OURS]: signals.map(read) },
  })
  const [acrossPaced, acrossSaturated] = [{ [uwsPair]: 0.85, [socketIoPair]: 1.3 }, { [uwsPair]: 0.75, [socketIoPair]: 3.5 }]
  return [
    figure([`chat between two gateways, ${PACED}`, DELIVERIES], ACROSS, ({ paced }) => paced.perCpuSecond, atLeast(acrossPaced)),
    figure(['chat between two gateways, saturated', DELIVERIES], ACROSS, ({ saturated }) => saturated.perCpuSecond, atLeast(acrossSaturated)),
    figure([`both players on one gateway, ${PACED}`, DELIVERIES], ONE_PROCESS, ({ paced }) => paced.perCpuSecond, atLeast({ [uws]: 0.6 })),
    figure(['both players on one gateway, saturated', DELIVERIES], ONE_PROCESS, ({ saturated }) => saturated.perCpuSecond, atLeast({ [uws]: 0.6 })),
    figure([`latency between two gateways, ${PACED}, p50`, 'ms'], ACROSS, ({ paced }) => paced.p50Ms, atMost({ [uwsPair]: 1.3 })),
    figure([`latency between two gateways, ${PACED}, p99`, 'ms'], ACROSS, ({ paced }) => paced.p99Ms, atMost({ [uwsPair]: 2 })),
    figure(['memory of an idle connection in a room', 'KiB'], ACROSS, ({ bytesPerConnection }) => bytesPerConnection / KIBI, {
      better: 'less',
      own: 8,
    }),
    figure(['connect, authenticate and join', 'a second'], ACROSS, ({ joinsPerSecond }) => joinsPerSecond, atLeast({ [socketIoPair]: 1 })),
    figure(['gRPC calls for a chat line', 'each'], [OURS], (measured) => line(measured).rpc, NONE_EACH),
    figure(['Redis round trips for a chat line', 'each'], [OURS], (measured) => line(measured).redis, NONE_EACH),
    signal('gRPC calls for a signal', ({ rpc }) => rpc),
    signal('Redis round trips for a signal', ({ redis }) => redis),
  ]
}
