import { loadPart } from '../../../shared/loading/load-part.js'

const importDrum = () => import('../../../shared/drum/web-drum.js')

/** Not heard, so that a failure is not shown: a game goes on without it. */
export const loadDrum = () => loadPart(importDrum, { inRoom: true }).then(({ createWebDrum }) => createWebDrum)
