/**
 * The way through a list of which only the next page is known: the entries before which its pages begin, as an address
 * has them. The last one is the page that is shown; an empty trail is the newest page.
 */
const STEP = '.'

const stepsOf = (trail: string): string[] => trail.split(STEP).filter((step) => /^[1-9][0-9]{0,14}$/.test(step))

/** The entry before which the page begins, as it is sent; empty for the newest page. */
export const beforeOf = (trail: string): string => stepsOf(trail).at(-1) ?? ''

export const older = (trail: string, next: number): string => [...stepsOf(trail), String(next)].join(STEP)

export const newer = (trail: string): string => stepsOf(trail).slice(0, -1).join(STEP)

/** The number of the page that is shown, from 1. */
export const pageOf = (trail: string): number => stepsOf(trail).length + 1
