import type { Clock } from '../realtime/clock.js'
import type { Memory } from '../browser/memory.js'

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

export interface PageOfParts {
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
