import { CATEGORIES, MODES, type Category, type Mode } from '@kla/proto/web'

/** What people consent to when they search: it never widens. */
export interface Pool {
  readonly mode: Mode
  readonly category: Category
}

/** All that there are. */
export const POOLS: readonly Pool[] = MODES.flatMap((mode) => CATEGORIES.map((category) => ({ mode, category })))

/** The pool of a mode and a category as they came; undefined: there is none. */
export const poolOf = (mode: string, category: string): Pool | undefined =>
  POOLS.find((pool) => pool.mode === mode && pool.category === category)

export const poolName = ({ mode, category }: Pool): string => `${mode}:${category}`

export const isSamePool = (one: Pool, other: Pool): boolean => poolName(one) === poolName(other)
