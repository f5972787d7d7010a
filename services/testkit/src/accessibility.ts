import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Text of the script that gives a page `axe`. */
export const readAxe = (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expression for a page with `axe`: a promise of a line for each element that fails WCAG 2.2 AA. */
export const ACCESSIBILITY_FAULTS = `axe.run(document, {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`
