import { browserClock } from '../realtime/clock.js'
import { createLoadPart } from './load-part.js'
import { browserMemory } from '../browser/memory.js'
import { pageIsFree } from '../browser/page-hold.js'

const SITE_ANSWERS_WITHIN_MS = 10_000

const siteAnswers = async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(SITE_ANSWERS_WITHIN_MS)
  const response = await fetch(document.baseURI, { cache: 'no-store', signal }).catch(() => undefined)
  return response !== undefined && response.status < 500
}

const reload = () => window.location.reload()

/** Loads a part of this page. See {@link createLoadPart}. */
export const loadPart = createLoadPart({
  // Its name has a hash of all that follows from it.
  build: () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '',
  memory: browserMemory('sessionStorage'),
  clock: browserClock,
  free: pageIsFree,
  siteAnswers,
  reload,
})

/**
 * Asks again for parts that could not be had, by loading the page at the address that it has by now: within one page a browser
 * remembers which scripts failed, and joins whoever asks for one that is still awaited to that wait. Answers false, and leaves
 * the page as it is, where there is no server to load it from.
 */
export async function loadPageAgain(): Promise<boolean> {
  if (!(await siteAnswers())) return false
  reload()
  return true
}
