import { REALTIME } from '../../texts/realtime.js'
import { showNotice } from '../ui/notices.js'
import { type CreateWatchdog, createWatchdog } from './watchdog.js'

const NOTABLE_MS = 3_000
const MS = 1_000

const sayBack = (awayMs: number): void => {
  if (awayMs < NOTABLE_MS) return
  showNotice(REALTIME.back({ seconds: Math.round(awayMs / MS) }), {
    id: 'back',
    passing: true,
  })
}

let check = (): void => undefined

const returned = (): void => check()
window.addEventListener('online', returned)
document.addEventListener('resume', returned)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') returned()
})
// The first showing of a page is no return.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) returned()
})

export const createBrowserWatchdog: CreateWatchdog = (options) => {
  const watchdog = createWatchdog(options, sayBack)
  check = watchdog.check
  return watchdog
}
