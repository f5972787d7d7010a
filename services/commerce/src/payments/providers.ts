import type { PaymentProvider, ProviderName } from './payment-provider.js'

/** The providers that this installation has an account with. */
export interface Providers {
  /** Where new checkouts go; undefined if it is not set up. */
  readonly preferred: PaymentProvider | undefined
  /** The one of a name, for what it has to say about orders that went there. */
  find(name: string): PaymentProvider | undefined
}

export const createProviders = (known: readonly PaymentProvider[], preferred: ProviderName): Providers => {
  const find = (name: string) => known.find((provider) => provider.name === name)
  return { preferred: find(preferred), find }
}
