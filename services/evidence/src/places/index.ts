import type { EvidenceHandlers } from '../shared/rpc.js'
import { type PlaceDeps, placeHandlers } from './rpc.js'
import { placeStore } from './store.js'

/** RPC handlers of places for stills. */
export interface Places {
  readonly handlers: Pick<EvidenceHandlers, 'reserveEvidence' | 'storeEvidence'>
}

export const createPlaces = (deps: Omit<PlaceDeps, 'places'>): Places => ({
  handlers: placeHandlers({ ...deps, places: placeStore }),
})
