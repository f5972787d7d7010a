import { KlaError } from '@kla/chassis'

/** A caller is told that Redis does not answer as what it is: a reason to try again, not a fault of ours. */
export const answering = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new KlaError('UNAVAILABLE', undefined, { cause: error })
  })
