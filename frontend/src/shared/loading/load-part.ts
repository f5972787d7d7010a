import { browserMemory, type Memory } from '../browser/memory.js'
import { browserClock, type Clock } from '../realtime/clock.js'

let holders = 0
let waiting: (() => void)[] = []

/** Keeps the page from being loaded anew by itself: a battle would end with it. Answers how to let go. */
export function holdPage(): () => void {
  let held = true
  holders += 1
  return () => {
    if (!held) return
    held = false
    holders -= 1
    if (holders > 0) return
    for (const tell of waiting) tell()
    waiting = []
  }
}

/** Resolves as soon as nobody holds the page. */
export const pageIsFree = (): Promise<void> =>
  holders === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))

/** Specification of the player experience, section 9: script chunk load timeout. */
export const LOAD_TIMEOUT_MS = 120_000

/** A part of the page is not to be had, and loading the page anew has been tried or is of no use; or it has never answered. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  constructor(
    readonly reason: 'missing' | 'timeout',
    options?: ErrorOptions,
  ) {
    super('a part of the page could not be loaded', options)
  }
}

interface PageOfParts {
  /** Tells this build of the page from others. */
  readonly build: () => string
  /** Outlasts the page. */
  readonly memory: Memory
  readonly clock: Pick<Clock, 'after'>
  /** Resolves as soon as nothing would be lost with the page. */
  readonly free: () => Promise<void>
  /** Whether there is a server to load the page from. */
  readonly siteAnswers: () => Promise<boolean>
  readonly reload: () => void
}

const RELOADED = 'reloaded'

/**
 * Loads the parts of a page that lie in files of their own. A release takes the place of another while pages are open, and
 * the files of theirs may be gone with it: such a page is loaded anew, as soon as it is free and once for each build, since
 * the same one would miss the same. Whoever waits for a part waits until then. Rejects with {@link PartMissing} otherwise, and
 * where a part has not come within 120 s.
 */
export function createLoadPart(page: PageOfParts): <Part>(load: () => Promise<Part>) => Promise<Part> {
  const { build, memory, clock, free, siteAnswers, reload } = page
  let goes = false

  async function loadPageAnew(): Promise<boolean> {
    await free()
    if (goes) return true
    if (memory.getItem(RELOADED) === build() || !(await siteAnswers())) return false
    if (!goes) {
      goes = true
      memory.setItem(RELOADED, build())
      reload()
    }
    return true
  }

  async function withinTimeout<Part>(load: () => Promise<Part>): Promise<Part> {
    let callOff = (): void => undefined
    const timeout = new Promise<never>((_, reject) => {
      callOff = clock.after(LOAD_TIMEOUT_MS, () => reject(new PartMissing('timeout')))
    })
    return Promise.race([load(), timeout]).finally(() => callOff())
  }

  return async (load) => {
    try {
      return await withinTimeout(load)
    } catch (error) {
      if (error instanceof PartMissing) throw error
      if (await loadPageAnew()) return new Promise(() => undefined)
      throw new PartMissing('missing', { cause: error })
    }
  }
}

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
