import type { EvidenceHandlers } from '../shared/rpc.js'
import { type OpeningDeps, openingHandlers } from './rpc.js'
import { openingStore } from './store.js'

/** RPC handlers of requests to open stills. */
export interface Openings {
  readonly handlers: Pick<
    EvidenceHandlers,
    'describeEvidence' | 'requestOpening' | 'listOpenings' | 'approveOpening' | 'openEvidence'
  >
}

export const createOpenings = (deps: Omit<OpeningDeps, 'openings'>): Openings => ({
  handlers: openingHandlers({ ...deps, openings: openingStore }),
})
