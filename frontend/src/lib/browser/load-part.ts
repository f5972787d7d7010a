import type { Memory } from './memory.js'

/** A part of the page is not to be had, and loading the page anew has been tried or is of no use. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

export interface PageOfParts {
  /** Tells this build of the page from others. */
  readonly build: () => string
  /** Outlasts the page. */
  readonly memory: Memory
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
 * the same one would miss the same. Whoever waits for a part waits until then. Rejects with {@link PartMissing} otherwise.
 */
export function createLoadPart(page: PageOfParts): <Part>(load: () => Promise<Part>) => Promise<Part> {
  const { build, memory, free, siteAnswers, reload } = page
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

  return async (load) => {
    try {
      return await load()
    } catch (error) {
      if (await loadPageAnew()) return new Promise(() => undefined)
      throw new PartMissing('a part of the page could not be loaded', { cause: error })
    }
  }
}
