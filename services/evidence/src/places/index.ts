import type { EvidenceHandlers } from '../shared/rpc.js'
import { type PlaceDeps, placeHandlers } from './rpc.js'
import { placeStore } from './store.js'

/** RPC handlers of places for stills. */
export interface Places {
  readonly handlers: Pick<EvidenceHandlers, 'reserveEvidence' | 'storeEvidence'>
}

/** Creates the module of places, each used once by its reporter. */
export const createPlaces = (deps: Omit<PlaceDeps, 'places'>): Places => ({
  handlers: placeHandlers({ ...deps, places: placeStore }),
})
