const GLOBALS = new URL('./globals.mjs', import.meta.url).href
const NO_STYLES = 'data:text/javascript,export default {}'

/** Gives suites the runner's functions, and no style sheets. */
export function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true }
  if (specifier.endsWith('.css')) return { url: NO_STYLES, shortCircuit: true }
  return nextResolve(specifier, context)
}
