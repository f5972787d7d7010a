import type { EvidenceHandlers } from '../shared/rpc.js'
import { type PlaceDeps, placeHandlers } from './rpc.js'
import { placeStore } from './store.js'

export interface Places {
  readonly handlers: Pick<EvidenceHandlers, 'reserveEvidence' | 'storeEvidence'>
}

/** Creates the module of places for stills, each used once by its reporter. */
export const createPlaces = (deps: Omit<PlaceDeps, 'places'>): Places => ({
  handlers: placeHandlers({ ...deps, places: placeStore }),
})
