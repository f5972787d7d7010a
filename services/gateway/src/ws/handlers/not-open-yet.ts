import { KlaError } from '@kla/chassis'

/** Saving GIFs and Wild Cards are in the contract; they open together with the shop. */
export const notOpenYet = async (): Promise<void> => {
  throw new KlaError('NOT_OPEN_YET')
}
