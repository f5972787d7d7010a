/** A worker: unlike those of a page, its timers go on at their pace in a tab in the background. */
const EVERY_MS = 333

setInterval(() => postMessage(null), EVERY_MS)
