import { describe, expect, test } from '@jest/globals'
import { TEST_AUDIT } from '@kla/testkit'
import { readConfig } from '../src/config.js'

const needed = {
  IDENTITY_DIR: '/etc/kla/identity',
  POSTGRES_URL: 'postgres://localhost/kla',
  NATS_URL: 'nats://localhost:4222',
  COMMERCE_ADDRESS: 'localhost:50051',
  PRINCIPAL_PUBLIC_KEY: 'a key',
  AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
  LIMITS_KEY: Buffer.alloc(32, 1).toString('base64'),
}

describe('readConfig', () => {
  test('has working defaults', () => {
    expect(readConfig(needed)).toMatchObject({
      gifProviderUrl: 'https://api.redgifs.com',
      gifProviderCategories: { default: 'amateur', gay: 'gay', hentai: 'hentai', trans: 'trans' },
      mediaAllowedHosts: [],
      blocksPollMs: 500,
    })
  })

  test('accepts search texts for some categories', () => {
    const { gifProviderCategories } = readConfig({ ...needed, GIF_PROVIDER_CATEGORIES: 'gay=two words, trans = other' })
    expect(gifProviderCategories).toEqual({ default: 'amateur', gay: 'two words', hentai: 'hentai', trans: 'other' })
  })

  test('reports all faults at once', () => {
    const faulty = {
      GIF_PROVIDER_CATEGORIES: 'cats=cute',
      GIF_PROVIDER_URL: 'ftp://a',
      TRANSCODES_AT_ONCE: '0',
      LIMITS_KEY: 'short',
    }
    const read = (): unknown => readConfig({ ...needed, ...faulty, NATS_URL: undefined })
    for (const name of [...Object.keys(faulty), 'NATS_URL']) expect(read).toThrow(name)
  })
})
