import { CATEGORIES, type Category } from '@kla/proto/web'

export const isCategory = (text: string): text is Category => (CATEGORIES as readonly string[]).includes(text)
