import { loadPart } from '../../../shared/loading/load-part.js'

const importAdaptation = () => import('./web-adaptation.js')

/** Loads the adaptation; calls continue without it, so failures stay silent. */
export const loadAdaptation = () =>
  loadPart(importAdaptation, { inRoom: true }).then(({ createWebAdaptation }) => createWebAdaptation)
