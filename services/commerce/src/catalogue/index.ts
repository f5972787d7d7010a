import type { Handlers } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import { CATALOGUE } from '@kla/proto/web'
import { onSaleNow } from './rules.js'

export { priceCart, type PricedCart } from './rules.js'

export interface CatalogueDeps {
  /** Ids of the items that this installation sells. */
  readonly itemsSold: readonly number[]
  readonly seasonRuns: () => Promise<boolean>
}

export interface Catalogue {
  readonly handlers: Pick<Handlers<typeof CommerceServiceService>, 'listCatalogue'>
  /** Ids of the items that can be bought now. */
  readonly onSale: () => Promise<readonly number[]>
}

/** The items on sale and their prices. */
export function createCatalogue({ itemsSold, seasonRuns }: CatalogueDeps): Catalogue {
  const onSale = async () => onSaleNow(itemsSold, await seasonRuns())
  return {
    onSale,
    handlers: {
      async listCatalogue() {
        const ids = await onSale()
        const items = CATALOGUE.filter(({ id }) => ids.includes(id))
        return { items: items.map(({ grants: _, ...item }) => item) }
      },
    },
  }
}
