import { list, type Variable } from '@kla/chassis'
import { CATALOGUE } from '@kla/proto/web'

/** An http or https address; a slash at the end is dropped. */
export const webAddress = (about: string): Variable<string> => ({
  about,
  parse: (value) => {
    if (!/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')) throw new Error('is no web address')
    return value.replace(/\/+$/, '')
  },
})

/** A variable that may be absent. */
export const optional = <T>(variable: Variable<T>): Variable<T | undefined> => ({ ...variable, fallback: undefined })

/** Secrets separated by commas, of which the first is the newest: while one changes, the other still counts. */
export const secrets = (about: string): Variable<readonly string[]> => ({
  about,
  secret: true,
  parse: (value) => {
    const all = list(about).parse(value)
    if (all.length === 0) throw new Error('is empty')
    return all
  },
})

/** Ids of the catalogue, separated by commas; "none" for none. */
export const catalogueIds = (about: string, fallback: readonly number[]): Variable<readonly number[]> => ({
  about,
  fallback,
  parse: (value) => {
    if (value.trim() === 'none') return []
    const ids = value.split(',').map(Number)
    const unknown = ids.some((id) => !CATALOGUE.some((item) => item.id === id))
    if (unknown) throw new Error('is not made of ids of the catalogue')
    return ids
  },
})
