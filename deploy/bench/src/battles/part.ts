import { startPlatform } from '@kla/local'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../result.js'
import { startWorker, type Worker } from '../workers/start-worker.js'
import { figuresOf, notesOf } from './figures.js'
import { measureWindow, type BattlesWindow } from './measure-window.js'
import type { PlayersTasks } from './players-main.js'
import { FULL, QUICK, type Size } from './size.js'

/** What whole battles cost all processes together: sockets, phases, picks, chat, endings. */
export const battlesPart: Part = {
  name: 'battles',
  async run({ runs, quick, say }) {
    const size = quick ? QUICK : FULL
    const platform = await startPlatform({
      processes: { gateway: size.gateways },
      environment: { LOG_LEVEL: 'warn', ...size.environment },
    })
    const gateways = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
    const workers = gateways.map(() => startWorker<PlayersTasks>('battles/players-main'))
    try {
      await fill(workers, gateways, platform.url, size, say)
      const windows: BattlesWindow[] = []
      for (let run = 1; run <= runs; run++) windows.push(await measureWindow(platform, workers, size))
      const found = await Promise.all(workers.map((worker) => worker.ask('finish', null)))
      const faults = found.flatMap((of) => Object.entries(of).map(([what, times]) => `${times} ${what}`))
      return { figures: figuresOf(size, windows), faults, notes: notesOf(size, windows) }
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
      await platform.close()
    }
  },
}

/** Signs everybody in, seats them and begins their battles; players of a room share a gateway, as steering has it. */
async function fill(
  workers: readonly Worker<PlayersTasks>[],
  gateways: readonly string[],
  url: string,
  { rooms, rounds, beginOverMs, chatEveryMs, settleMs }: Size,
  say: (line: string) => void,
): Promise<void> {
  const all = (work: (worker: Worker<PlayersTasks>, at: number) => Promise<void>): Promise<void[]> =>
    Promise.all(workers.map(work))
  const firstOf = (at: number): number => Math.round((at * rooms) / workers.length)
  say(`Signing ${2 * rooms} people in`)
  await all((worker, at) => worker.ask('signIn', { url, from: firstOf(at), to: firstOf(at + 1) }))
  say(`Seating them in ${rooms} rooms`)
  await all((worker, at) => worker.ask('seat', { gateway: gateways[at] ?? '', rounds }))
  say('Beginning their battles')
  await all((worker) => worker.ask('begin', { overMs: beginOverMs, chatEveryMs }))
  await sleep(settleMs)
}
