import type { ApprovalNotices } from '@kla/chassis'
import type { EvidenceHandlers } from '../shared/rpc.js'
import { type OpeningDeps, openingHandlers, rightsOf } from './rpc.js'
import { openingStore } from './store.js'

/** RPC handlers of requests to open stills, and the notices of those that ran out. */
export interface Openings {
  readonly handlers: Pick<
    EvidenceHandlers,
    'describeEvidence' | 'requestOpening' | 'listOpenings' | 'approveOpening' | 'openEvidence'
  >
  noticeEnded(): Promise<void>
}

export const createOpenings = ({
  notices,
  ...deps
}: Omit<OpeningDeps, 'openings' | 'notices'> & { readonly notices: ApprovalNotices }): Openings => ({
  handlers: openingHandlers({ ...deps, notices, openings: openingStore }),
  noticeEnded: notices.ended(async (fromMs, toMs) => {
    const ended = await openingStore.endedBetween(deps.database, fromMs, toMs)
    return ended.map((approval) => ({ approval, rights: rightsOf(approval) }))
  }),
})
