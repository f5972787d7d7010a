import { browserMemory, type Memory } from './memory.js'

const KEY = 'typefaces-fetched'

/**
 * Lets the page use its own typefaces. They weigh as much as its scripts: on a first visit public/first-paint.js has the
 * system's in their place until the scripts are there. Whoever comes again has them already, and sees them at once.
 */
export function showOwnTypefaces(
  page: Pick<HTMLElement, 'dataset'> = document.documentElement,
  memory: Memory = browserMemory('localStorage'),
): void {
  delete page.dataset.typefaces
  memory.setItem(KEY, 'true')
}
