import { CATEGORIES, MODES, type Category, type Mode } from '@kla/proto/web'
import { browserMemory, type Memory } from '../../shared/browser/memory.js'

/** What somebody wants to play, and with whom. */
export interface Wish {
  mode: Mode
  category: Category
}

const KEY = 'kla-match'
const FIRST: Wish = { mode: 'rush', category: 'default' }

const local = () => browserMemory('localStorage')

/** What was searched for last in this browser, or else the plainest there is. */
export function rememberedWish(memory: Memory = local()): Wish {
  try {
    const kept = JSON.parse(memory.getItem(KEY) ?? 'null') as Partial<Wish> | null
    return {
      mode: MODES.find((mode) => mode === kept?.mode) ?? FIRST.mode,
      category: CATEGORIES.find((category) => category === kept?.category) ?? FIRST.category,
    }
  } catch {
    return FIRST
  }
}

export const rememberWish = (wish: Wish, memory: Memory = local()): void => memory.setItem(KEY, JSON.stringify(wish))

/** Who comes to this browser next need not know what was searched for here. */
export const forgetWish = (memory: Memory = local()): void => memory.removeItem(KEY)
