import type { BanScope } from '@kla/proto/web'

/** Something that an account may not do, until `untilMs` (Unix milliseconds; 0: for good). */
export interface Restriction {
  readonly scope: string
  readonly untilMs: number
}

/** Later than any ban that ends, and exact as a number everywhere. */
export const FOR_GOOD_MS = Number.MAX_SAFE_INTEGER

const CLOSING_ROOMS: ReadonlySet<string> = new Set<BanScope>(['global', 'rooms'])

/** Until when rooms are closed to somebody, Unix milliseconds; 0: they are not. */
export const barredUntil = (restrictions: readonly Restriction[]): number =>
  Math.max(
    0,
    ...restrictions
      .filter(({ scope }) => CLOSING_ROOMS.has(scope))
      .map(({ untilMs }) => (untilMs === 0 ? FOR_GOOD_MS : untilMs)),
  )
