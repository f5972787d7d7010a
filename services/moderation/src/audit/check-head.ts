import type { Logger } from '@kla/chassis'
import type { Chain } from '../domain/audit/chain.js'
import { checkHead, type Fault } from '../domain/audit/check-links.js'
import type { AuditChain } from '../store/audit-chain.js'
import type { AuditHeads } from '../store/audit-heads.js'

/** What the head that was kept of a chain says against it. */
export type CheckHead = (chain: Chain) => Promise<Fault | undefined>

export interface CheckHeadOptions {
  readonly heads: Pick<AuditHeads, 'of'>
  readonly entries: Pick<AuditChain, 'lastBefore'>
  readonly log: Logger
}

/** Without a head, or while none can be read, there is nothing to be said. */
export const createCheckHead =
  ({ heads, entries, log }: CheckHeadOptions): CheckHead =>
  async (chain) => {
    const kept = await heads.of(chain).catch((error: unknown) => {
      log.warn({ err: error, chain }, 'the kept head of the audit log cannot be read')
      return undefined
    })
    return kept && checkHead(await entries.lastBefore(chain, kept.seq + 1), kept)
  }
