import { KlaError } from '@kla/chassis'
import type { RenewGatewayRequest, RenewGatewayResponse } from '@kla/proto'
import type { Dependencies } from './dependencies.js'

export const renewGateway =
  ({ leases, leaseMs }: Dependencies) =>
  async ({ gatewayId }: RenewGatewayRequest): Promise<RenewGatewayResponse> => {
    if (gatewayId === '') throw new KlaError('INVALID_FIELD', 'A gateway needs an id.')
    await leases.renew(gatewayId)
    return { leaseMs }
  }
