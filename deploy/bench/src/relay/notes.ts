import { spreadOf } from '@kla/scale'
import type { RelayRuns } from './figures.js'
import type { Talk } from './measure.js'

/** Processes that take less than this share of a processor are not worth a word. */
const WORTH_A_WORD = 0.005

/** What a reader of the figures should know: where the time goes, and how the load was made. */
export function notesOf(runs: RelayRuns): string[] {
  const whereItGoes = [...runs].flatMap(([who, measured]) =>
    (['paced', 'saturated'] as const).map((kind) => `${who}, ${kind}: ${busyText(measured.map((one) => one[kind]))}`),
  )
  return whereItGoes
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
  return `${rate} deliveries a second; of a core ${shares.join(', ')}; the generators ${median(({ generatorsBusy }) => generatorsBusy).toFixed(2)}`
}
