import { browserMemory, type Memory } from './memory.js'

const KEY = 'typefaces-fetched'

/** Shows web fonts after the scripts; public/first-paint.js withholds them on a first visit. */
export function showOwnTypefaces(
  page: Pick<HTMLElement, 'dataset'> = document.documentElement,
  memory: Memory = browserMemory('localStorage'),
): void {
  delete page.dataset.typefaces
  memory.setItem(KEY, 'true')
}
