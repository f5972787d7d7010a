import { spreadOf } from '../units/index.js'
import type { RelayMeasured } from './measure.js'
import type { RelaySize } from './size.js'
import type { Talk } from './talk.js'

/** Processes that take less than this share of a processor are not worth a word. */
const WORTH_A_WORD = 0.005

/** What a reader of the figures should know: how the load was made, and where the time goes. */
export function notesOf(chats: ReadonlyMap<string, readonly RelayMeasured[]>, { saturatedRooms }: RelaySize): string[] {
  return [
    'Each line is delivered to both players of its room, its writer included; each delivery is checked for its room, its ' +
      'order and doubles.',
    `Saturated: ${saturatedRooms} rooms in a closed loop, a player's next line as soon as both have the last one. The ` +
      'gateway takes 40 lines at once and 5 a second from one connection; with so many players nobody comes near that.',
    'Lines carry no `ack` and no `id`, which the peers do not have either; pages send both, and get a frame more a line.',
    'Sign-ins are done beforehand. Ours asks auth whose cookie it is; the bare servers, one Socket.IO and Colyseus look it ' +
      'up in their own memory, two Socket.IO in Redis.',
    'Ours is the whole platform, with every service and store counted, also what they use at rest; it stays up, idle, ' +
      'beside the peers. The last lines of each room are kept for reports: those batches are what lines ask of others.',
    ...[...chats].flatMap(([who, measured]) =>
      (['paced', 'saturated'] as const).map((kind) => `${who}, ${kind}: ${busyText(measured.map((one) => one[kind]))}`),
    ),
  ]
}

/** Medians of how busy everybody was, in shares of one processor. */
function busyText(talks: readonly Talk[]): string {
  const median = (read: (talk: Talk) => number): number => spreadOf(talks.map(read)).median
  const names = [...new Set(talks.flatMap(({ busy }) => Object.keys(busy)))]
  const shares = names
    .map((name): [string, number] => [name, median(({ busy }) => busy[name] ?? 0)])
    .filter(([, share]) => share >= WORTH_A_WORD)
    .map(([name, share]) => `${name} ${share.toFixed(2)}`)
  const rate = Math.round(median(({ perSecond }) => perSecond)).toLocaleString('en-US')
  const generators = median(({ generatorsBusy }) => generatorsBusy).toFixed(2)
  return `${rate} deliveries a second; of a core ${shares.join(', ')}; the generators ${generators}`
}
