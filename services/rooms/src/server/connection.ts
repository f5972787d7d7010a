import { KlaError } from '@kla/chassis'
import type { Connection as Given } from '@kla/proto'
import type { Connection } from '../domain/room.js'

/** The connection of a request. Throws INVALID_FIELD if it names no socket or no gateway. */
export function connectionOf(given: Given | undefined): Connection {
  if (!given || given.socketId === '' || given.gatewayId === '') {
    throw new KlaError('INVALID_FIELD', 'A seat needs a connection.')
  }
  return { socketId: given.socketId, gatewayId: given.gatewayId }
}
