import { KlaError } from '@kla/chassis'

/** A service that is not there: whatever is asked of it is refused with UNAVAILABLE. */
export const unanswered = <Client extends object>(): Client =>
  new Proxy({}, { get: () => () => Promise.reject(new KlaError('UNAVAILABLE')) }) as Client
