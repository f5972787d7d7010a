import { CATEGORIES, type Category, type Mode, MODES } from '@kla/proto/web'
import { browserMemory, type Memory } from '../../shared/browser/memory.js'
import { WISH_KEY } from '../../shared/browser/personal.js'

/** What the player searches for. */
export interface Wish {
  mode: Mode
  category: Category
}

const FIRST: Wish = { mode: 'rush', category: 'default' }

const local = () => browserMemory('localStorage')

export function rememberedWish(memory: Memory = local()): Wish {
  try {
    const kept = JSON.parse(memory.getItem(WISH_KEY) ?? 'null') as Partial<Wish> | null
    return {
      mode: MODES.find((mode) => mode === kept?.mode) ?? FIRST.mode,
      category: CATEGORIES.find((category) => category === kept?.category) ?? FIRST.category,
    }
  } catch {
    return FIRST
  }
}

export const rememberWish = (wish: Wish, memory: Memory = local()): void =>
  memory.setItem(WISH_KEY, JSON.stringify(wish))
