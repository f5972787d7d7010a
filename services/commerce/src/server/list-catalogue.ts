import { CATALOGUE } from '@kla/proto/web'
import type { CommerceHandlers, Dependencies } from './dependencies.js'

export const listCatalogue =
  ({ onSale }: Pick<Dependencies, 'onSale'>): CommerceHandlers['listCatalogue'] =>
  async () => {
    const ids = await onSale()
    return {
      items: CATALOGUE.filter(({ id }) => ids.includes(id)).map(
        ({ id, name, description, priceCents, maxPerPurchase }) => ({ id, name, description, priceCents, maxPerPurchase }),
      ),
    }
  }
