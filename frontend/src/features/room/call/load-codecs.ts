import { loadPart } from '../../../shared/loading/load-part.js'

const importCodecs = () => import('../../../shared/rtc/codec-order.js')

/** Loads the order of codecs; calls use the browser's without it, so failures stay silent. */
export const loadCodecs = () =>
  loadPart(importCodecs, { inRoom: true }).then(({ createBrowserCodecs }) => createBrowserCodecs)
