import { CATALOGUE } from '@kla/proto/web'
import type { CommerceHandlers, Dependencies } from '../checkout/index.js'

export const listCatalogue =
  ({ onSale }: Pick<Dependencies, 'onSale'>): CommerceHandlers['listCatalogue'] =>
  async () => {
    const ids = await onSale()
    const items = CATALOGUE.filter(({ id }) => ids.includes(id))
    return { items: items.map(({ grants: _, ...item }) => item) }
  }
