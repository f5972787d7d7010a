import { browserMemory } from '../../shared/browser/memory.js'

/** Specification of the platform, section 4. */
const KEY = 'adminToken'

export const readToken = (): string | null => browserMemory('sessionStorage').getItem(KEY)

/** Keeps the token for as long as the browser's tab lives; null forgets it. */
export const keepToken = (token: string | null): void => {
  const memory = browserMemory('sessionStorage')
  if (token === null) memory.removeItem(KEY)
  else memory.setItem(KEY, token)
}
