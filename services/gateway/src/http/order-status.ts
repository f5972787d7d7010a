import { OrderStatus } from '@kla/proto'
import type { Orders } from '@kla/proto/web'

type StatusName = Orders['orders'][number]['status']

export const ORDER_STATUS: Readonly<Record<OrderStatus, StatusName>> = {
  [OrderStatus.OPEN]: 'open',
  [OrderStatus.PAID]: 'paid',
  [OrderStatus.CANCELLED]: 'cancelled',
  [OrderStatus.REFUNDED]: 'refunded',
  [OrderStatus.PARTLY_REFUNDED]: 'partly_refunded',
  [OrderStatus.DISPUTED]: 'disputed',
  [OrderStatus.PARTLY_DISPUTED]: 'partly_disputed',
  // An unknown status must not look paid.
  [OrderStatus.UNSPECIFIED]: 'open',
  [OrderStatus.UNRECOGNIZED]: 'open',
}
