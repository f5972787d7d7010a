/** A worker's timers are not slowed in a background tab. */
const EVERY_MS = 333

setInterval(() => postMessage(null), EVERY_MS)
