import { loadPart } from '../../../shared/loading/load-part.js'

const importDrum = () => import('../../../shared/drum/web-drum.js')

/** Loads the drum; games continue without it, so failures stay silent. */
export const loadDrum = () => loadPart(importDrum, { inRoom: true }).then(({ createWebDrum }) => createWebDrum)
