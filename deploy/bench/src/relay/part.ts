import type { PlatformOptions } from '@kla/local'
import { interleave } from '../frame/interleave.js'
import type { Part, PartOptions, PartResult } from '../result.js'
import { OURS } from '../who.js'
import { contenderOf, startOurs } from './contenders/ours.js'
import { peerContenders } from './contenders/peers.js'
import { ACROSS, relayFigures, TOGETHER } from './figures.js'
import { measureRelay, type RelayMeasured } from './measure.js'
import { notesOf } from './notes.js'
import type { RoundTrips } from './round-trips.js'
import { signalTrips } from './signal-trips.js'
import { FULL, onlyTalking, QUICK, type RelaySize } from './size.js'
import type { Talk } from './talk.js'

/** Chat lines between two players, beside what one would use instead. */
export const relayPart: Part = {
  name: 'relay',
  run: (options) => runRelay(options, options.quick ? QUICK : FULL),
}

export async function runRelay(
  { runs, say }: Pick<PartOptions, 'runs' | 'say'>,
  size: RelaySize,
  where?: PlatformOptions,
): Promise<PartResult> {
  const ours = await startOurs(Math.max(size.idle.to, size.saturatedRooms * 2), say, where)
  try {
    const contenders = [contenderOf(OURS, ours, 'across'), contenderOf(TOGETHER, ours, 'together'), ...peerContenders]
    const chats = await interleave(
      contenders.map((contender) => ({
        who: contender.who,
        measure: () => measureRelay(contender, ACROSS.includes(contender.who) ? size : onlyTalking(size)),
      })),
      runs,
      (who, round, measured) => say(`round ${round}, ${who}: ${brief(measured)}`),
    )
    const signals: RoundTrips[] = []
    for (let round = 1; round <= runs; round++) signals.push(await signalTrips(ours, size.signalPairs, size.talkMs))
    return {
      figures: relayFigures({ chats, signals }),
      faults: [...chats.values()].flat().flatMap(({ faults }) => faults),
      notes: notesOf(chats, size),
    }
  } finally {
    await ours.platform.close()
  }
}

function brief({ paced, saturated, joinsPerSecond, bytesPerConnection }: RelayMeasured): string {
  const talkText = ({ perCpuSecond, perSecond, p50Ms, p99Ms }: Talk): string =>
    `${perCpuSecond.toFixed(0)} a CPU second at ${perSecond.toFixed(0)} a second ` +
    `(p50 ${p50Ms.toFixed(2)}, p99 ${p99Ms.toFixed(2)} ms)`
  const kibi = (bytesPerConnection / 1_024).toFixed(1)
  const joins = joinsPerSecond.toFixed(0)
  return `${talkText(paced)}; saturated ${talkText(saturated)}; ${joins} joins a second; ${kibi} KiB`
}
