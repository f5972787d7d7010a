/** Somebody who is signed in to the console. */
export type Who = 'with child safety' | 'without'

/** One thing that the console asks for. */
export interface Case {
  readonly list: string
  readonly name: string
  readonly path: string
  readonly who: Who
  /** What has to be in the answer: something, nothing, or whatever there is. */
  readonly finds: 'some' | 'none' | 'any'
}

/** A query string of what is given. */
export function queryOf(query: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
