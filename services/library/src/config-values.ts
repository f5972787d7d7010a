import type { Variable } from '@kla/chassis'
import { CATEGORIES, type Category } from '@kla/proto/web'
import { isCategory } from './domain/category.js'

type CategoryTexts = Readonly<Record<Category, string>>

/** A text for each category, as `category=text` separated by commas; categories not named keep their default. */
export const categoryTexts = (about: string, fallback: CategoryTexts): Variable<CategoryTexts> => ({
  about,
  fallback,
  parse: (value) => ({ ...fallback, ...Object.fromEntries(value.split(',').map(readPair)) }),
})

function readPair(pair: string): [Category, string] {
  const [name = '', text = ''] = pair.split('=').map((part) => part.trim())
  if (!isCategory(name) || text === '') {
    throw new Error(`is not made of category=text, with one of ${CATEGORIES.join(', ')}`)
  }
  return [name, text]
}

/** An http or https address; a slash at the end is dropped. */
export const webAddress = (about: string, fallback: string): Variable<string> => ({
  about,
  fallback,
  parse: (value) => {
    if (!/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')) throw new Error('is no web address')
    return value.replace(/\/+$/, '')
  },
})

/** A whole number above zero. */
export const amount = (about: string, fallback: number): Variable<number> => ({
  about,
  fallback,
  parse: (value) => {
    if (!/^[1-9]\d*$/.test(value)) throw new Error('is no whole number above zero')
    return Number(value)
  },
})
