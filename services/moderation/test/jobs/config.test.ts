import { describe, expect, test } from '@jest/globals'
import { TEST_AUDIT, testIdentityDirectory } from '@kla/testkit'
import { onCallEmails, readConfig } from '../../src/config.js'

const required = {
  PRINCIPAL_PUBLIC_KEY: 'key',
  ...Object.fromEntries(
    ['AUTH', 'ROOMS', 'GAME_ENGINE', 'LIBRARY', 'COMMERCE', 'EVIDENCE'].map((service) => [
      `AUDIT_PUBLIC_KEY_${service}`,
      TEST_AUDIT.publicKey,
    ]),
  ),
  POSTGRES_URL: 'postgres://localhost/kla',
  REDIS_URL: 'redis://localhost',
  NATS_URL: 'nats://localhost',
  AUTH_ADDRESS: 'auth:1',
  ROOMS_ADDRESS: 'rooms:1',
  ENGINE_ADDRESS: 'engine:1',
  EVIDENCE_ADDRESS: 'evidence:1',
  IDENTITY_DIR: testIdentityDirectory('moderation'),
}
const mail = { SMTP_URL: 'smtps://mail.test', MAIL_FROM: 'no-reply@kla.test', PUBLIC_URL: 'https://kla.test' }

describe('on-call settings', () => {
  test('are off without values', () => {
    const config = readConfig(required)
    expect([onCallEmails(config), config.oncallWebhookUrl]).toEqual([[], ''])
  })

  test('take several addresses and an https address', () => {
    const config = readConfig({
      ...required,
      ...mail,
      ONCALL_EMAILS: ' one@kla.test, two@kla.test ,',
      ONCALL_WEBHOOK_URL: 'https://pager.test/hook?token=x',
    })
    expect(onCallEmails(config)).toEqual(['one@kla.test', 'two@kla.test'])
    expect(config.oncallWebhookUrl).toBe('https://pager.test/hook?token=x')
  })

  test.each([
    [{ ...mail, ONCALL_EMAILS: 'one@kla.test, two' }, 'ONCALL_EMAILS: are not'],
    [{ ONCALL_EMAILS: 'one@kla.test' }, 'ONCALL_EMAILS: needs SMTP_URL'],
    [{ ONCALL_WEBHOOK_URL: 'http://pager.test/hook' }, 'ONCALL_WEBHOOK_URL: its value is not'],
    [{ ONCALL_WEBHOOK_URL: 'pager' }, 'ONCALL_WEBHOOK_URL: its value is not'],
  ])('refuse %j', (given, fault) => {
    expect(() => readConfig({ ...required, ...given })).toThrow(fault)
  })
})
