import { ALL_SEASONS, SEASON_PATTERN } from '@kla/proto/web'

const QUARTER = new RegExp(SEASON_PATTERN)

/** Whether a text names a season: a quarter. */
export const isQuarter = (text: string): boolean => QUARTER.test(text)

/** Whether standings can be asked for under a name: a quarter, or all together. */
export const isSeason = (text: string): boolean => text === ALL_SEASONS || isQuarter(text)
