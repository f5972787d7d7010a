import { once } from 'node:events'
import { playBattles, reportLines } from '@kla/bots'
import { figuresOf } from './figures.js'
import type { Lateness } from './load/recovery.js'

/**
 * Battles that go on until the input ends; the figures follow then, with the lateness of each phase. Runs in the node:
 * url, battles, spread.
 */
const [url = '', battles = '', spreadMs = ''] = process.argv.slice(2)

const ENDS_WITHIN_MS = 180_000
const ROUNDS = 2

const late: Lateness[] = []
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
  spreadMs: Number(spreadMs),
  signal: ending.signal,
  onLate: (lateMs) => late.push([Date.now(), lateMs]),
  say: console.error,
  async meanwhile() {
    console.log(JSON.stringify({ playing: true }))
    await ended
  },
})
for (const line of reportLines(report)) console.error(line)
console.log(JSON.stringify({ figures: figuresOf(report), late }))
process.exit()
