// A page that has not begun, as a file that it begins with is not there: while a release comes in, one pod may have its page
// and another not yet its files. Comes before everything else, and has one name for ever.
;(() => {
  const TRIES = 5
  const PAUSE_MS = 1500
  const FORGOTTEN_AFTER_MS = 60_000
  const KEY = 'begun-again'

  const tried = () => {
    const [times = 0, at = 0] = (sessionStorage.getItem(KEY) ?? '').split(' ').map(Number)
    return Date.now() - at < FORGOTTEN_AFTER_MS ? times : 0
  }
  // What stands there before it begins is no more than a picture (first-paint.js).
  const hasBegun = () => document.querySelector('#root > :not([inert])') !== null

  let waits = false
  const again = ({ target }) => {
    if (waits || hasBegun() || !/\/assets\//.test(target.src ?? target.href ?? '')) return
    try {
      const times = tried() + 1
      if (times > TRIES) return
      sessionStorage.setItem(KEY, `${times} ${Date.now()}`)
    } catch {
      // Without a memory nobody would stop.
      return
    }
    waits = true
    setTimeout(() => location.reload(), PAUSE_MS)
  }
  // Such an error does not bubble.
  addEventListener('error', again, true)
})()
