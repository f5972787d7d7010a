import { type Figure, OURS, type Part, type PartResult, type Target } from '../frame/part.js'
import { textsOf } from '../measure/window.js'
import { type OverloadRun, type OverloadSize, runOverload } from './run.js'

/** The chat of `relay`, saturated on one gateway, and the battles of `battles`. */
const FULL: OverloadSize = {
  chatRooms: 2_000,
  battles: 500,
  rounds: 11,
  chatEveryMs: 10_000,
  beginOverMs: 50_000,
  warmMs: 3_000,
  talkMs: 25_000,
  environment: {},
}

const QUICK: OverloadSize = {
  chatRooms: 20,
  battles: 10,
  rounds: 2,
  chatEveryMs: 1_000,
  beginOverMs: 1_000,
  warmMs: 200,
  talkMs: 6_000,
  environment: { BATTLE_PROMPT_MS: '3000', BATTLE_SHOW_MS: '2000', BATTLE_VOTE_MS: '3000', BATTLE_RESULT_MS: '500' },
}

/** A saturated chat slows itself, and nothing beside it. */
export const overloadPart: Part = {
  name: 'overload',
  async run({ runs, quick, say }) {
    const size = quick ? QUICK : FULL
    const measured: OverloadRun[] = []
    for (let round = 1; round <= runs; round++) measured.push(await runOverload(size, say))
    return resultOf(size, measured)
  },
}

const LATE_MS = 100
const NONE: Target = { better: 'less', own: 0 }

export function resultOf({ battles, chatRooms }: OverloadSize, runs: readonly OverloadRun[]): PartResult {
  const figure = (name: string, unit: string, read: (run: OverloadRun) => number, target?: Target): Figure => ({
    ...{ name, unit, values: { [OURS]: runs.map(read) } },
    ...(target && { target }),
  })
  const beside = `of ${battles} battles beside a saturated chat`
  return {
    figures: [
      figure(`phase lateness p99 ${beside}`, 'ms', ({ lateness }) => lateness.p99, { better: 'less', own: LATE_MS }),
      figure(`phase lateness max ${beside}`, 'ms', ({ lateness }) => lateness.max),
      figure(`phases lost, doubled or out of order ${beside}`, 'phases', phasesWrong, NONE),
      figure('leases that ran out', 'leases', ({ mishaps }) => mishaps.lapsed.length, NONE),
      figure('seats or connections lost', 'players', seatsLost, NONE),
      figure('warnings and errors logged', 'entries', warnings),
      figure('lines shown that the transcript lacks', 'lines', ({ silence, kept }) => silence.shown - kept, NONE),
      figure('lines refused, of all that were written', 'lines', ({ silence }) => silence.refused),
      figure('deliveries of the chat', 'a second', ({ deliveriesPerSecond }) => deliveriesPerSecond),
      figure('chat line to both players p99', 'ms', ({ chatP99Ms }) => chatP99Ms),
    ],
    faults: runs.flatMap((run, at) => faultsOf(run).map((fault) => `round ${at + 1}: ${fault}`)),
    notes: [
      `${chatRooms} rooms of two chat in a closed loop, a player's next line as soon as both have the last one, within the ` +
        'limit of each player; a player whose line is refused pauses for a second. All sockets are on one gateway.',
      ...runs.flatMap((run, at) => notesOf(run).map((note) => `Round ${at + 1}: ${note}.`)),
    ],
  }
}

const phasesWrong = ({ battleFaults }: OverloadRun): number => sumWhere(battleFaults, (what) => what.startsWith('phases '))

const seatsLost = ({ battleFaults, silence }: OverloadRun): number =>
  sumWhere(battleFaults, (what) => what.startsWith('connections lost') || what === 'room-closed') + silence.troubleCount

const warnings = ({ mishaps }: OverloadRun): number =>
  mishaps.complaints.reduce((sum, { entries }) => sum + entries, 0)

const sumWhere = (counts: Readonly<Record<string, number>>, wanted: (what: string) => boolean): number =>
  Object.entries(counts).reduce((sum, [what, times]) => (wanted(what) ? sum + times : sum), 0)

/** Refused lines and few warnings are what overload may cost. */
function faultsOf({ silence, kept, mishaps, battleFaults, faults }: OverloadRun): string[] {
  const { lost, doubled, wrongRoom, outOfOrder } = silence.faults
  const lines = { lost, doubled, 'in a wrong room': wrongRoom, 'out of order': outOfOrder }
  return [
    ...faults,
    ...Object.entries(battleFaults).map(([what, times]) => `battles: ${times} ${what}`),
    ...Object.entries(lines).flatMap(([what, times]) => (times > 0 ? [`chat: ${times} deliveries ${what}`] : [])),
    ...silence.troubles.map((trouble) => `chat: ${trouble}`),
    ...mishaps.lapsed.map((gateway) => `the lease of ${gateway} ran out`),
    ...(kept === silence.shown ? [] : [`${silence.shown} lines were shown, and the transcript has ${kept}`]),
  ]
}

const count = (value = 0): string => value.toLocaleString('en-US')

const notesOf = ({ silence, gateway, mishaps }: OverloadRun): string[] => [
  `${count(silence.written)} lines written, ${count(silence.shown)} shown, ${count(silence.refused)} refused; of the ` +
    `gateway ${count(gateway['deferred'])} deferred, ${count(gateway['shed'])} shed, ${count(gateway['dropped'])} not ` +
    `recorded, ${count(gateway['resyncs'])} rooms read again`,
  ...textsOf({ ...mishaps, lapsed: [] }),
]
