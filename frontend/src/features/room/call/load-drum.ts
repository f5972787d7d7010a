import { loadPart } from '../../../shared/loading/load-part.js'

const importDrum = () => import('../../../shared/drum/web-drum.js')

/** Loads the drum. A failure is not shown, as a game goes on without it. */
export const loadDrum = () => loadPart(importDrum, { inRoom: true }).then(({ createWebDrum }) => createWebDrum)
