import { KlaError } from '@kla/chassis'

/** What somebody is told who has failed too often. */
export const tooOften = (waitMs: number): KlaError =>
  new KlaError('RATE_LIMITED', `Too many attempts. Try again in ${spoken(Math.ceil(waitMs / 1000))}.`)

const spoken = (seconds: number): string =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
