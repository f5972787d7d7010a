import { PROCESSES_MAX } from '@kla/local'
import { type Figure, OURS, type Part, type PartResult } from '../frame/part.js'
import { type CrowdSize, crowdSizeFor, PLAYERS_MOST, readFileLimit } from '../measure/file-limit.js'
import { spreadOf } from '../measure/numbers.js'
import { type CrowdRun, runCrowd } from './run.js'

const TO_KILL = 20_000
const BATTLES = 50
const QUICK = { players: 400, toKill: 200, battles: 5 }

/** Seats a crowd, lets it rest, kills a gateway, and waits until all sit again. */
export const crowdPart: Part = {
  name: 'crowd',
  async run({ runs, quick, say, crowd = {} }) {
    const fileLimit = await readFileLimit()
    const wish = {
      players: crowd.players ?? (quick ? QUICK.players : undefined),
      gateways: crowd.gateways,
      toKill: crowd.toKill ?? (quick ? QUICK.toKill : TO_KILL),
    }
    const size = crowdSizeFor(fileLimit, wish, PROCESSES_MAX.gateway)
    const isLimited = size.players < (wish.players ?? PLAYERS_MOST) - 1
    const notes = [sizeText(size, isLimited ? fileLimit : undefined)]
    say(notes.join(' '))
    const measured: CrowdRun[] = []
    for (let round = 1; round <= runs; round++) {
      const options = { size, battles: Math.min(quick ? QUICK.battles : BATTLES, size.toKill / 2), isQuick: quick, say }
      measured.push(await runCrowd(options))
    }
    return resultOf(size, measured, notes)
  },
}

const count = (value: number): string => value.toLocaleString('en-US')

/** `fileLimit`: what keeps the crowd smaller than it should be. */
function sizeText({ players, gateways, toKill, generators }: CrowdSize, fileLimit: number | undefined): string {
  const limited =
    ` Fewer than asked for (${count(PLAYERS_MOST)} by default): a process may have ${count(fileLimit ?? 0)} files open here, ` +
    `${PROCESSES_MAX.gateway} gateways can be started at most, and those that remain must hold all.`
  return (
    `${count(players)} players on ${gateways} gateways, of which one with ${count(toKill)} is killed; they come from ` +
    `${generators === 1 ? 'one loopback address' : `${generators} loopback addresses`}.${fileLimit === undefined ? '' : limited}`
  )
}

function resultOf(size: CrowdSize, runs: readonly CrowdRun[], notes: readonly string[]): PartResult {
  const figure = (name: string, unit: string, read: (run: CrowdRun) => number, most?: number): Figure => ({
    name,
    unit,
    values: { [OURS]: runs.map(read) },
    ...(most !== undefined && { target: { better: 'less', own: most } }),
  })
  const [seated, killed] = [
    `${count(size.players)} seated connections`,
    `${count(size.toKill)} players of a killed gateway`,
  ]
  const shares = [...new Set(runs.flatMap(({ restShares }) => Object.keys(restShares)))]
    .map((name): [string, number] => [name, spreadOf(runs.map(({ restShares }) => restShares[name] ?? 0)).median])
    .sort(([, one], [, other]) => other - one)
    .map(([name, share]) => `${name} ${share.toFixed(3)}`)
  return {
    figures: [
      figure(`${seated}: memory of the gateways, each`, 'KiB', ({ kibEach }) => kibEach, 8),
      figure(`${seated}: CPU at rest, all services and stores`, 'of a core', ({ restCores }) => restCores, 0.25),
      figure(
        'connect, authenticate and join, while they are seated',
        'a second',
        ({ joinsPerSecond }) => joinsPerSecond,
      ),
      figure(`${killed}: half sit again`, 's', ({ returns }) => returns.p50S),
      figure(`${killed}: 99% sit again`, 's', ({ returns }) => returns.p99S),
      figure(`${killed}: all sit again`, 's', ({ returns }) => returns.allS, 20),
      figure('seats lost by it', 'seats', ({ seatsLost }) => seatsLost, 0),
      figure('battles ended or stopped by it', 'battles', ({ battlesLost }) => battlesLost, 0),
    ],
    faults: runs.flatMap(({ faults }, at) => faults.map((fault) => `round ${at + 1}: ${fault}`)),
    notes: [
      ...notes,
      'Both players of a room are on one gateway, as the route steers them; those of the killed one come back to the others ' +
        'as pages do: after a second or so, or within the time that the gateway has asked for.',
      `At rest, of a core: ${shares.join(', ')}.`,
      ...runs.flatMap(({ notes: own }, at) => own.map((note) => `Round ${at + 1}: ${note}.`)),
    ],
  }
}
