import type { EvidenceHandlers } from '../shared/rpc.js'
import { openingHandlers, type OpeningDeps } from './rpc.js'
import { openingStore } from './store.js'

export interface Openings {
  readonly handlers: Pick<
    EvidenceHandlers,
    'describeEvidence' | 'requestOpening' | 'listOpenings' | 'approveOpening' | 'openEvidence'
  >
}

/** Who asks to see stills, who agrees, and what the two are shown. */
export const createOpenings = (deps: Omit<OpeningDeps, 'openings'>): Openings => ({
  handlers: openingHandlers({ ...deps, openings: openingStore }),
})
