import type { Platform } from '@kla/local'
import { eventually } from '../eventually.js'
import { metricOf } from './metric-of.js'

/** How many faults each commerce process finds in the ledger, by an addition that begins now or later. */
export const ledgerFaults = (platform: Platform): Promise<number[]> =>
  Promise.all(
    platform.running('commerce').map(async (process) => {
      const checks = (): Promise<number> => metricOf(process, 'kla_commerce_ledger_checks_total')
      const before = await checks()
      // The next one to end may have begun before.
      await eventually(async () => (await checks()) >= before + 2, 10_000)
      return metricOf(process, 'kla_commerce_ledger_faults')
    }),
  )
