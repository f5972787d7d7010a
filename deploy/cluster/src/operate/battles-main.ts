import { once } from 'node:events'
import { playBattles, reportLines } from '@kla/bots'
import { figuresOf } from './figures.js'

/** Battles that go on until the input ends; the figures follow then. Runs in the node: url, battles, phase. */
const [url = '', battles = '', phaseMs = ''] = process.argv.slice(2)

const ENDS_WITHIN_MS = 180_000
const ROUNDS = 2

const ending = new AbortController()
process.stdin.resume()
const ended = once(process.stdin, 'end').then(() => {
  setTimeout(() => ending.abort(new Error('battles did not end')), ENDS_WITHIN_MS).unref()
})
const report = await playBattles({
  url,
  battles: Number(battles),
  concurrency: Number(battles),
  rounds: ROUNDS,
  spreadMs: Number(phaseMs),
  signal: ending.signal,
  say: console.error,
  async meanwhile() {
    console.log(JSON.stringify({ playing: true }))
    await ended
  },
})
for (const line of reportLines(report)) console.error(line)
console.log(JSON.stringify({ figures: figuresOf(report) }))
process.exit()
