import type { Category, Mode } from '@kla/proto/web'
import { CATEGORIES, MODE_GOALS, MODE_NAMES } from '../../texts/game.js'

export const MODE_WORDS: Readonly<Record<Mode, { name: string; goal: string }>> = {
  rush: { name: MODE_NAMES.rush, goal: MODE_GOALS.rush },
  stamina: { name: MODE_NAMES.stamina, goal: MODE_GOALS.stamina },
}

export const CATEGORY_WORDS: Readonly<Record<Category, string>> = CATEGORIES
