import type { EvidenceHandlers } from '../shared/rpc.js'
import { type OpeningDeps, openingHandlers } from './rpc.js'
import { openingStore } from './store.js'

export interface Openings {
  readonly handlers: Pick<
    EvidenceHandlers,
    'describeEvidence' | 'requestOpening' | 'listOpenings' | 'approveOpening' | 'openEvidence'
  >
}

/** Creates the module for requests to see stills, their approval and opening. */
export const createOpenings = (deps: Omit<OpeningDeps, 'openings'>): Openings => ({
  handlers: openingHandlers({ ...deps, openings: openingStore }),
})
