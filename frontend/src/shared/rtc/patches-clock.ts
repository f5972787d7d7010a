/** A worker: unlike a page's, its timers keep their pace in a background tab. */
const EVERY_MS = 333

setInterval(() => postMessage(null), EVERY_MS)
