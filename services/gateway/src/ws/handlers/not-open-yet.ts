import { KlaError } from '@kla/chassis'

export const notOpenYet = (): Promise<void> => Promise.reject(new KlaError('UNAVAILABLE'))
