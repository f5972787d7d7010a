import { expect } from '@jest/globals'
import type { PaymentNotice } from '../../src/payments/payment-provider.js'
import { claimedUnits, entitlementOf, type RecordedEvent } from '../../src/payments/rules.js'
import { GIFT, type World } from './history.js'
import type { Shop } from './shop.js'

/** What must hold of everyone in a world, whatever has happened there. */
export async function expectEntitledItems(shop: Shop, world: World): Promise<void> {
  for (const player of world.players) {
    let due = GIFT * world.giftsOf(player).length
    const orders = await shop.orders(player)
    for (const { orderId, totalCents, told } of world.purchases.filter((purchase) => purchase.player === player)) {
      const line = orders.find(({ id }) => id === orderId)?.lines[0]
      if (!line) throw new Error('an order is lost')
      const { granted, missingCents } = entitlementOf({ totalCents, currency: 'usd' }, told.map(eventOf))
      expect(line.unitsWithdrawn + line.unitsSpent).toBe(
        granted ? claimedUnits(line.units, missingCents, totalCents) : 0,
      )
      due += (granted ? line.units : 0) - line.unitsWithdrawn
    }
    const { rowCount } = await shop.database.query(
      `SELECT 1 FROM holds WHERE account_id = $1 AND key = ANY($2) AND state <> 'released'`,
      [player, world.keysOf(player)],
    )
    expect(await shop.saves(player)).toBe(due - (rowCount ?? 0))
  }
}

function eventOf(notice: PaymentNotice): RecordedEvent {
  const paymentId = notice.order.paymentId ?? ''
  switch (notice.kind) {
    case 'paid':
      return notice
    case 'refunded':
      return { ...notice, paymentId }
    case 'refund':
      return { ...notice, paymentId }
    case 'dispute':
      return { ...notice, paymentId }
    default:
      return { kind: 'cancelled' }
  }
}
