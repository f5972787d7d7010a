import type { Handlers } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import { CATALOGUE } from '@kla/proto/web'
import { onSaleNow } from './rules.js'

export { priceCart, type PricedCart } from './rules.js'

export interface CatalogueDeps {
  readonly itemsSold: readonly number[]
  readonly seasonRuns: () => Promise<boolean>
}

export interface Catalogue {
  readonly handlers: Pick<Handlers<typeof CommerceServiceService>, 'listCatalogue'>
  readonly onSale: () => Promise<readonly number[]>
}

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
