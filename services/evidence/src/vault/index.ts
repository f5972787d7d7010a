import { type Database, hashOf, KlaError, type Logger, type Metrics } from '@kla/chassis'
import type { EvidenceHandlers, Reader } from '../shared/rpc.js'
import { isCategory, isId } from '../shared/rules.js'
import { putReportState, sweepVault } from './reports-store.js'
import { type Fault, faultOf } from './rules.js'
import { rowsAfter, type SealedRow } from './store.js'
import { createCheckChain, createVerifyChain, type VerifyChain } from './verify.js'

export { addReport, recordReport, reportState } from './reports-store.js'
export { hex } from './rules.js'
export { appendEvidence, isVaultReadable, itemsOf, sealedOf, type EvidenceItem, type SealedRow } from './store.js'

export interface VaultDeps {
  readonly database: Database
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

/** Sealed stills, their check and their sweep. */
export interface Vault {
  readonly handlers: Pick<EvidenceHandlers, 'putReportState'>
  sweep(): Promise<void>
  check(): Promise<void>
}

export const createVault = ({ database, metrics, log, now }: VaultDeps): Vault => ({
  handlers: {
    async putReportState(state) {
      const sound =
        [state.reportId, state.version].every(isId) &&
        Number.isSafeInteger(state.expiresAtMs) &&
        state.expiresAtMs >= 0 &&
        isCategory(state.category) &&
        (state.reportedId === undefined || isId(state.reportedId))
      if (!sound) throw new KlaError('INVALID_FIELD')
      await putReportState(database, state)
      return {}
    },
  },

  async sweep() {
    const erased = await sweepVault(database, now())
    if (erased > 0) log.info({ erased }, 'sealed stills were erased')
  },

  check: createCheckChain({ verify: verifyVault(database), metrics, log }),
})

export const verifyVault = (reader: Reader): VerifyChain =>
  createVerifyChain((last, limit) => rowsAfter(reader, last, limit), hashOf)

export const damageOf = ({ row, before }: SealedRow): Fault | undefined => faultOf(row, before, hashOf)
