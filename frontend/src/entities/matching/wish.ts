import { CATEGORIES, type Category, type Mode, MODES } from '@kla/proto/web'
import { browserMemory, type Memory } from '../../shared/browser/memory.js'

/** What the player searches for. */
export interface Wish {
  mode: Mode
  category: Category
}

const KEY = 'kla-match'
const FIRST: Wish = { mode: 'rush', category: 'default' }

const local = () => browserMemory('localStorage')

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

/** Forgets the wish on log-out: the next person at this browser need not know. */
export const forgetWish = (memory: Memory = local()): void => memory.removeItem(KEY)
