import type { Category, Mode } from '@kla/proto/web'

export const MODE_WORDS: Readonly<Record<Mode, { name: string; goal: string }>> = {
  rush: { name: 'Rush', goal: 'First to finish wins.' },
  stamina: { name: 'Stamina', goal: 'Last as long as you can.' },
}

export const CATEGORY_WORDS: Readonly<Record<Category, string>> = {
  default: 'Default',
  gay: 'Gay',
  hentai: 'Hentai',
  trans: 'Trans',
}
