import { describe, expect, test } from '@jest/globals'
import { TEST_AUDIT } from '@kla/testkit'
import { readConfig } from '../src/config.js'

const REQUIRED = {
  IDENTITY_DIR: '/etc/kla/identity',
  PRINCIPAL_PUBLIC_KEY: 'key',
  AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
  POSTGRES_URL: 'postgres://localhost/kla',
  NATS_URL: 'nats://localhost',
  PUBLIC_URL: 'https://kla.test/',
}
const STRIPE = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' }
const ACQUIRER = {
  ACQUIRER_MERCHANT_ID: 'm1',
  ACQUIRER_SECRET: 's',
  ACQUIRER_URL: 'https://acquirer/pay',
  ACQUIRER_API_URL: 'https://acquirer/api/',
}

describe('the configuration', () => {
  test('sells everything by default', () => {
    expect(readConfig(REQUIRED)).toMatchObject({ shopItemsOnSale: [1, 2, 3], publicUrl: 'https://kla.test' })
    expect(readConfig({ ...REQUIRED, SHOP_ITEMS_ON_SALE: '1, 3' }).shopItemsOnSale).toEqual([1, 3])
    expect(readConfig({ ...REQUIRED, SHOP_ITEMS_ON_SALE: 'none' }).shopItemsOnSale).toEqual([])
  })

  test('configures a provider only with a complete account', () => {
    const both = { ...REQUIRED, ...STRIPE, ...ACQUIRER }
    expect(readConfig(both)).toMatchObject({
      stripe: { secretKey: 'sk', webhookSecrets: ['whsec'], apiUrl: 'https://api.stripe.com' },
      acquirer: { merchantId: 'm1', secrets: ['s'], payUrl: 'https://acquirer/pay', apiUrl: 'https://acquirer/api' },
    })
    for (const missing of Object.keys(STRIPE)) expect(readConfig({ ...both, [missing]: '' }).stripe).toBeUndefined()
    for (const missing of Object.keys(ACQUIRER)) expect(readConfig({ ...both, [missing]: '' }).acquirer).toBeUndefined()
  })

  test('reports every fault at once, without secrets', () => {
    const faulty = {
      PUBLIC_URL: 'kla.test',
      SHOP_ITEMS_ON_SALE: '2,99',
      PAYMENT_PROVIDER: 'paypal',
      POSTGRES_URL: 'secret',
    }
    const said = (() => {
      try {
        readConfig(faulty)
        return ''
      } catch (error) {
        return String(error)
      }
    })()
    for (const name of ['PRINCIPAL_PUBLIC_KEY', 'NATS_URL', ...Object.keys(faulty)]) expect(said).toContain(name)
    expect(said).not.toContain('"secret"')
  })
})
