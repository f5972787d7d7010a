import type { Figure, Target } from '../result.js'
import { OURS } from '../who.js'
import { PEERS } from './contenders/peers.js'
import type { RelayMeasured } from './measure.js'

/** What all contenders have shown, a value a round, by who. Ours is there twice: see {@link TOGETHER}. */
export type RelayRuns = ReadonlyMap<string, readonly RelayMeasured[]>

/** Ours with both players of each room on one gateway; {@link OURS} has them on two. */
export const TOGETHER = `${OURS}, one gateway`

const { uws, uwsPair, socketIo, socketIoPair, colyseus } = PEERS
const ACROSS = [OURS, uwsPair, socketIoPair] as const
const ONE_PROCESS = [TOGETHER, uws, uwsPair, socketIo, colyseus] as const
const MEBI = 1_024

export function relayFigures(runs: RelayRuns): Figure[] {
  const figure = (
    name: string,
    unit: string,
    who: readonly string[],
    read: (measured: RelayMeasured) => number,
    target?: Target,
  ): Figure => ({
    ...{ name, unit },
    values: Object.fromEntries(who.map((one) => [one === TOGETHER ? OURS : one, (runs.get(one) ?? []).map(read)])),
    ...(target && { target }),
  })
  const perCpuSecond = 'deliveries a CPU second'
  return [
    figure('chat between two gateways, 8,000 deliveries a second', perCpuSecond, ACROSS, ({ paced }) => paced.perCpuSecond, {
      better: 'more',
      ratios: { [uwsPair]: 0.85, [socketIoPair]: 1.3 },
    }),
    figure('chat between two gateways, saturated', perCpuSecond, ACROSS, ({ saturated }) => saturated.perCpuSecond, {
      better: 'more',
      ratios: { [uwsPair]: 0.75, [socketIoPair]: 3.5 },
    }),
    figure('both players on one gateway, 8,000 deliveries a second', perCpuSecond, ONE_PROCESS, ({ paced }) => paced.perCpuSecond, {
      better: 'more',
      ratios: { [uws]: 0.6 },
    }),
    figure('both players on one gateway, saturated', perCpuSecond, ONE_PROCESS, ({ saturated }) => saturated.perCpuSecond, {
      better: 'more',
      ratios: { [uws]: 0.6 },
    }),
    figure('latency at 8,000 deliveries a second, p50', 'ms', ACROSS, ({ paced }) => paced.p50Ms, {
      better: 'less',
      ratios: { [uwsPair]: 1.3 },
    }),
    figure('latency at 8,000 deliveries a second, p99', 'ms', ACROSS, ({ paced }) => paced.p99Ms, {
      better: 'less',
      ratios: { [uwsPair]: 2 },
    }),
    figure('memory of an idle connection in a room', 'KiB', ACROSS, ({ bytesPerConnection }) => bytesPerConnection / MEBI, {
      better: 'less',
      own: 8,
    }),
    figure('connect, authenticate and join', 'a second', ACROSS, ({ joinsPerSecond }) => joinsPerSecond, {
      better: 'more',
      ratios: { [socketIoPair]: 1 },
    }),
  ]
}
