import { browserMemory, type Memory } from './memory.js'

const KEY = 'typefaces-fetched'

/**
 * Web fonts weigh as much as the scripts: on a first visit public/first-paint.js keeps the system's fonts until the
 * scripts have loaded.
 */
export function showOwnTypefaces(
  page: Pick<HTMLElement, 'dataset'> = document.documentElement,
  memory: Memory = browserMemory('localStorage'),
): void {
  delete page.dataset.typefaces
  memory.setItem(KEY, 'true')
}
