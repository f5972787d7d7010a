import { browserMemory, type Memory } from '../browser/memory.js'
import { browserClock, type Clock } from '../realtime/clock.js'

/** Player experience, section 9: script chunk load timeout. */
export const LOAD_TIMEOUT_MS = 120_000

/** `missing`: a reload did not or cannot help. `timeout`: no answer came. */
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
  readonly build: () => string
  /** Outlasts a reload, and so prevents reload loops. */
  readonly memory: Pick<Memory, 'getItem' | 'setItem'>
  readonly clock: Pick<Clock, 'after'>
  /** Resolves once a reload would lose nothing. */
  readonly free: () => Promise<void>
  readonly siteAnswers: () => Promise<boolean>
  readonly reload: () => void
}

interface LoadOptions {
  readonly inRoom?: boolean
}

const RELOADED = 'reloaded'

/**
 * Loads chunks; a release may have removed them, so a free page reloads once per build. Rejects with {@link
 * PartMissing} otherwise, and after 120 s.
 */
export function createLoadPart(
  page: PageOfParts,
): <Part>(load: () => Promise<Part>, options?: LoadOptions) => Promise<Part> {
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

  return async (load, { inRoom = false } = {}) => {
    try {
      return await withinTimeout(load)
    } catch (error) {
      if (error instanceof PartMissing) throw error
      if (!inRoom && (await loadPageAnew())) return new Promise(() => undefined)
      throw new PartMissing('missing', { cause: error })
    }
  }
}

let holders = 0
let waiting: (() => void)[] = []

/** Prevents reloads, which would end a battle. Returns the release function. */
export function holdPage(): () => void {
  let held = true
  holders += 1
  return () => {
    if (!held) return
    held = false
    holders -= 1
    if (holders > 0) return
    for (const resume of waiting) resume()
    waiting = []
  }
}

export const pageIsFree = (): Promise<void> =>
  holders === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))

const SITE_ANSWERS_WITHIN_MS = 10_000

/** True if the site's pages can be fetched now. */
export const siteAnswers = async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(SITE_ANSWERS_WITHIN_MS)
  const response = await fetch(document.baseURI, { cache: 'no-store', signal }).catch(() => undefined)
  return response !== undefined && response.status < 500
}

const reload = () => window.location.reload()

const build = () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ''

export const loadPart = createLoadPart({
  build,
  memory: {
    ...browserMemory('sessionStorage'),
    // A tab without storage may have been reloaded already.
    getItem(key) {
      try {
        return window.sessionStorage.getItem(key)
      } catch {
        return build()
      }
    },
  },
  clock: browserClock,
  free: pageIsFree,
  siteAnswers,
  reload,
})

/** Reloads the page, as browsers remember failed scripts. False if the server is unreachable. */
export async function loadPageAgain(): Promise<boolean> {
  if (!(await siteAnswers())) return false
  reload()
  return true
}
