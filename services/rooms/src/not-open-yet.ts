import { KlaError, type Definition, type Handlers } from '@kla/chassis'

export const notOpenYet = <D extends Definition>(definition: D): Handlers<D> =>
  Object.fromEntries(
    Object.keys(definition).map((name) => [name, () => Promise.reject(new KlaError('UNAVAILABLE'))]),
  ) as unknown as Handlers<D>
