import { createPorts } from '@kla/local'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Part } from '../result.js'
import { OURS } from '../who.js'
import { breakdown } from './breakdown.js'
import { startOnce, type Start } from './start-once.js'

/** Of issue 7. */
const READY_WITHIN_S = 10
const MS_PER_S = 1_000

/** `npm start`, where everything has been installed, built and started before. */
export const startPart: Part = {
  name: 'start',
  async run({ runs, say }) {
    const directory = await mkdtemp(join(tmpdir(), 'kla-start-'))
    // PostgreSQL may have to run as another user, who must be able to reach its data in here.
    await chmod(directory, 0o711)
    try {
      const port = await createPorts().take('gateway')
      const first = await startOnce({ directory, port })
      say(`  the first start, which makes the data: ${(first.readyMs / MS_PER_S).toFixed(1)} s`)
      const starts: Start[] = []
      for (let round = 1; round <= runs; round++) {
        const start = await startOnce({ directory, port })
        starts.push(start)
        say(`  start ${round}: ready after ${(start.readyMs / MS_PER_S).toFixed(1)} s`)
      }
      const figure = {
        name: 'npm start, second time, to ready',
        unit: 's',
        values: { [OURS]: starts.map(({ readyMs }) => readyMs / MS_PER_S) },
        target: { better: 'less', own: READY_WITHIN_S },
      } as const
      return { figures: [figure], faults: [], notes: breakdown(starts) }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  },
}
